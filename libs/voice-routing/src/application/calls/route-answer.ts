import type { DecidedRoute, RejectionName } from '@trunkline/kernel';
import type { Attempt, CallPlan } from '../../domain/calls/plan';
import type { Leg } from './call';

export type RouteAnswer =
  | {
      readonly action: 'reject';
      readonly decisionId: string;
      /** The rejection, or that a webhook has chosen the code. */
      readonly rejection: RejectionName | 'webhook_rejected';
      readonly code: number;
      readonly reason: string;
    }
  | {
      readonly action: 'route';
      readonly decisionId: string;
      readonly routing: 'serial' | 'parallel';
      readonly maxDurationSeconds: number;
      readonly routes: readonly AnsweredRoute[];
      /** Index of the first of these routes among all routes of the decision. */
      readonly firstBranch: number;
      /** The webhook to resume after when these routes have failed; null: the plan ends with them. */
      readonly resumeAfter: string | null;
    };

export type RoutedAnswer = Extract<RouteAnswer, { action: 'route' }>;

/** What the decision keeps of its routes. */
export function decidedRoutes({ attempts, routing }: CallPlan<Leg>): DecidedRoute[] {
  return attempts.map(({ targetId, leg }) => ({
    ...decidedRoute(targetId, leg),
    ...(routing === 'parallel' && { isForked: true }),
  }));
}

function decidedRoute(targetId: string | null, leg: Leg): DecidedRoute {
  const { targetKind, trunkId, gatewayId, carrierId, destination, rating } = leg;
  return {
    targetId,
    targetKind,
    trunkId,
    gatewayId,
    ...(carrierId && { carrierId }),
    ...(leg.contactId && { contactId: leg.contactId }),
    ...(leg.webrtcUserId && { webrtcUserId: leg.webrtcUserId }),
    destination,
    rating,
    ...(leg.cost && { cost: leg.cost }),
    ...(leg.auth && { hasDigest: true }),
  };
}

/** What the switch receives. `firstBranch` is the number of routes that the decision had before. */
export function routeAnswer(
  decisionId: string,
  plan: CallPlan<Leg>,
  maxDurationSeconds: number,
  firstBranch = 0,
): RoutedAnswer {
  const routes = plan.attempts.map(answeredRoute);
  const resumeAfter = plan.rest?.order[plan.rest.next] ?? null;
  return { action: 'route', decisionId, routing: plan.routing, maxDurationSeconds, routes, firstBranch, resumeAfter };
}

export type AnsweredRoute = ReturnType<typeof answeredRoute>;

function answeredRoute({ leg, targetId, ringTimeoutSeconds, pass }: Attempt<Leg>) {
  return {
    uri: leg.uri,
    dstUri: leg.dstUri,
    fromUri: leg.fromUri,
    ...(leg.fromDisplay && { fromDisplay: leg.fromDisplay }),
    headers: leg.headers,
    auth: leg.auth,
    path: leg.path,
    ringTimeoutSeconds,
    pass,
    targetId,
    gatewayId: leg.gatewayId,
    carrierId: leg.carrierId ?? null,
    contactId: leg.contactId,
    media: leg.media,
    codecs: leg.codecs,
    dtmfMode: leg.dtmfMode,
  };
}
