import { type ReportedAttempt, routesNamed } from '@trunkline/kernel';
import type { CallReport } from './call-report';
import type { DecidedRoute, Decision } from './decision';
import { rateLegs } from '../rating/rating';

export interface AnsweredRoute {
  /** Null for a decision without routes. */
  readonly route: DecidedRoute | null;
  /** The report does not say which route answered; `route` is the most expensive possible one. */
  readonly isEstimated: boolean;
}

type ReportedRoute = Pick<CallReport, 'branch' | 'attempts'>;

/**
 * Determines which route answered: from the attempts, else the branch, else the only route. Without any of these, it picks
 * the most expensive route that did not fail. See docs/cdrs.md#which-route-answered.
 */
export function answeredRoute(report: ReportedRoute, decision: Decision, billableSeconds: number): AnsweredRoute {
  const { routes } = decision;
  const mostExpensiveOf = (some: readonly DecidedRoute[]) => mostExpensive(some, decision, billableSeconds);
  const attempts = report.attempts.filter(({ leg }) => leg === 'callee');
  const winners = attempts.filter(({ result, isResultStated }) => isResultStated && result === 'answered');
  const named = [...new Set(winners.flatMap((attempt) => routesNamed(attempt, routes)))];
  if (named.length > 0) return { ...mostExpensiveOf(named), isEstimated: !mostExpensiveOf(named).isOnlyPrice };
  const branch = branchRoute(report, routes);
  if (branch) return { route: branch, isEstimated: false };
  if (routes.length < 2) return { route: routes[0] ?? null, isEstimated: false };
  const failed = new Set(attempts.flatMap((attempt) => routeFailed(attempt, routes)));
  const left = routes.filter((route) => !failed.has(route));
  return { route: mostExpensiveOf(left.length > 0 ? left : routes).route, isEstimated: true };
}

function routeFailed(attempt: ReportedAttempt, routes: readonly DecidedRoute[]): readonly DecidedRoute[] {
  if (!attempt.isResultStated || attempt.result === 'answered') return [];
  const named = routesNamed(attempt, routes);
  return named.length === 1 ? named : [];
}

/** A script that sends the SIP stack's own counter is off by one after a digest challenge. */
function branchRoute({ branch }: ReportedRoute, routes: readonly DecidedRoute[]): DecidedRoute | null {
  if (branch === null || (routes.length > 1 && routes.some(({ hasDigest }) => hasDigest === true))) return null;
  return routes[branch] ?? null;
}

function mostExpensive(routes: readonly DecidedRoute[], { rating }: Decision, billableSeconds: number) {
  const priceOf = (route: DecidedRoute) =>
    rateLegs(
      [rating, route.rating].filter((leg) => leg !== null),
      billableSeconds,
    ).customerTotalCents;
  const prices = routes.map(priceOf);
  const highest = Math.max(...prices);
  const route = routes[prices.indexOf(highest)] ?? null;
  return { route, isOnlyPrice: prices.every((price) => price === highest) };
}
