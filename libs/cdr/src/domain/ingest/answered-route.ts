import type { CallReport, ReportedAttempt } from './call-report';
import type { DecidedRoute, Decision } from './decision';
import { rateLegs } from '../rating/rating';

export interface AnsweredRoute {
  /** Null for a decision without routes. */
  readonly route: DecidedRoute | null;
  /** The report does not say which route answered; `route` is the dearest of those that can have. */
  readonly isEstimated: boolean;
}

type Named = Pick<ReportedAttempt, 'order' | 'isOrderStated' | 'targetId' | 'gatewayId'>;
type Reported = Pick<CallReport, 'branch' | 'attempts'>;

/**
 * The route that answered: as the attempts say, else the branch, else the only one there is. A report that does not say
 * is charged as the dearest route that its attempts do not show as failed, so leaving a member out never makes a call
 * cheaper. See the README, "Which route answered".
 */
export function answeredRoute(report: Reported, decision: Decision, billableSeconds: number): AnsweredRoute {
  const { routes } = decision;
  const dearestOf = (some: readonly DecidedRoute[]) => dearest(some, decision, billableSeconds);
  const winners = report.attempts.filter(({ result, isResultStated }) => isResultStated && result === 'answered');
  const named = [...new Set(winners.flatMap((attempt) => routesNamed(attempt, routes)))];
  if (named.length > 0) return { ...dearestOf(named), isEstimated: !dearestOf(named).isOnlyPrice };
  const branch = branchRoute(report, routes);
  if (branch) return { route: branch, isEstimated: false };
  if (routes.length < 2) return { route: routes[0] ?? null, isEstimated: false };
  const failed = new Set(report.attempts.flatMap((attempt) => routeFailed(attempt, routes)));
  const left = routes.filter((route) => !failed.has(route));
  return { route: dearestOf(left.length > 0 ? left : routes).route, isEstimated: true };
}

/** The one route that an attempt names; null when it names none or several. */
export function routeOf(attempt: Named, routes: readonly DecidedRoute[]): DecidedRoute | null {
  const named = routesNamed({ ...attempt, isOrderStated: true }, routes);
  return named[0] ?? null;
}

/** By identifiers, and by the stated order among those; by the order alone where the identifiers name no route. */
function routesNamed(attempt: Named, routes: readonly DecidedRoute[]): readonly DecidedRoute[] {
  const { targetId, gatewayId, order, isOrderStated } = attempt;
  const placed = isOrderStated ? routes[order - 1] : undefined;
  const isNamed = (route: DecidedRoute) =>
    (targetId === null || route.targetId === targetId) && (gatewayId === null || route.gatewayId === gatewayId);
  const named = targetId === null && gatewayId === null ? [] : routes.filter(isNamed);
  if (placed && (named.length === 0 || named.includes(placed))) return [placed];
  return named;
}

function routeFailed(attempt: ReportedAttempt, routes: readonly DecidedRoute[]): readonly DecidedRoute[] {
  if (!attempt.isResultStated || attempt.result === 'answered') return [];
  const named = routesNamed(attempt, routes);
  return named.length === 1 ? named : [];
}

/**
 * `branch` is kept by the switch's script. A script that sends the SIP stack's own counter instead is off by one after a
 * digest challenge, so among several routes of which one has credentials it counts for nothing.
 */
function branchRoute({ branch }: Reported, routes: readonly DecidedRoute[]): DecidedRoute | null {
  if (branch === null || (routes.length > 1 && routes.some(({ hasDigest }) => hasDigest === true))) return null;
  return routes[branch] ?? null;
}

function dearest(routes: readonly DecidedRoute[], { rating }: Decision, billableSeconds: number) {
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
