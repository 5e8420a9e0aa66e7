import type { DecidedRoute } from './call-decision';

export const ATTEMPT_RESULTS = ['answered', 'busy', 'no_answer', 'failed', 'cancelled', 'skipped'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** A click to dial has two legs: to the agent's trunk, which rings first, and to the number called. */
export const ATTEMPT_LEGS = ['agent', 'callee'] as const;
export type AttemptLeg = (typeof ATTEMPT_LEGS)[number];

interface AttemptFacts {
  /** Counts from 1, in the order of the decision's routes. */
  readonly order: number;
  readonly leg: AttemptLeg;
  readonly targetId: string | null;
  readonly gatewayId: string | null;
  readonly carrierId: string | null;
  readonly contactId: string | null;
  /** `host:port` or the URI that the switch sent the call to. */
  readonly address: string | null;
  /** When the switch sent the call. */
  readonly startedAt: Date | null;
  readonly ringSeconds: number;
  readonly answeredAt: Date | null;
  readonly sipCode: number | null;
  readonly sipReason: string | null;
  readonly result: AttemptResult;
}

/** An attempt as a switch reports it. See docs/integrating-a-switch.md#attempts. */
export interface ReportedAttempt extends AttemptFacts {
  /** The switch stated `order`. Otherwise it is the attempt's position in the list, which proves nothing. */
  readonly isOrderStated: boolean;
  /** The switch stated a result or a SIP code. Otherwise `result` is a guess, which proves nothing. */
  readonly isResultStated: boolean;
}

/** An attempt with what the decision says about its route. */
export interface Attempt extends AttemptFacts {
  readonly targetKind: string | null;
  /** The gateway's `host:port`, or the number called. */
  readonly destination: string | null;
}

/** An attempt as JSON: times are text, and members that did not exist when it was stored are missing. */
export type StoredAttempt<A extends AttemptFacts> = Partial<Omit<A, 'startedAt' | 'answeredAt'>> & {
  readonly startedAt?: string | null;
  readonly answeredAt?: string | null;
};

/** Reads a stored attempt. */
export function storedAttempt<A extends AttemptFacts>({ startedAt, answeredAt, ...stored }: StoredAttempt<A>): A {
  const nothing = { leg: 'callee', carrierId: null, contactId: null, address: null, sipReason: null } as const;
  const at = (text: string | null | undefined) => (text ? new Date(text) : null);
  return { ...nothing, ...stored, startedAt: at(startedAt), answeredAt: at(answeredAt) } as unknown as A;
}

type RouteReference = Pick<
  ReportedAttempt,
  'order' | 'isOrderStated' | 'targetId' | 'gatewayId' | 'carrierId' | 'contactId'
>;

/** Matches by identifiers and the stated order; by the order alone if the identifiers match no route. */
export function routesNamed(attempt: RouteReference, routes: readonly DecidedRoute[]): readonly DecidedRoute[] {
  const { targetId, gatewayId, carrierId, contactId, order, isOrderStated } = attempt;
  const placed = isOrderStated ? routes[order - 1] : undefined;
  const isNamed = (route: DecidedRoute) =>
    (targetId === null || route.targetId === targetId) &&
    (gatewayId === null || route.gatewayId === gatewayId) &&
    (carrierId === null || route.carrierId === carrierId) &&
    (contactId === null || route.contactId === contactId);
  const named = [targetId, gatewayId, carrierId, contactId].every((id) => id === null) ? [] : routes.filter(isNamed);
  if (placed && (named.length === 0 || named.includes(placed))) return [placed];
  return named;
}

/** Completes a reported attempt from the first route that it names. The legs to an agent are no routes of the decision. */
export function completeAttempt(reported: ReportedAttempt, routes: readonly DecidedRoute[]): Attempt {
  const { order, leg, address, startedAt, ringSeconds, answeredAt, sipCode, sipReason, result } = reported;
  const facts = { order, leg, address, startedAt, ringSeconds, answeredAt, sipCode, sipReason, result };
  if (leg === 'agent') return { ...facts, ...idsOf(reported, undefined), targetKind: 'sip_trunk', destination: null };
  const [route] = routesNamed({ ...reported, isOrderStated: true }, routes);
  const { targetKind, destination } = route ?? { targetKind: null, destination: null };
  return { ...facts, ...idsOf(reported, route), targetKind, destination };
}

function idsOf(reported: ReportedAttempt, route: DecidedRoute | undefined) {
  const idOf = (name: 'targetId' | 'gatewayId' | 'carrierId' | 'contactId') => reported[name] ?? route?.[name] ?? null;
  return {
    targetId: idOf('targetId'),
    gatewayId: idOf('gatewayId'),
    carrierId: idOf('carrierId'),
    contactId: idOf('contactId'),
  };
}
