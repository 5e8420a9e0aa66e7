import { type RateQuote, rateLegs } from '@trunkline/cdr';
import type { Row } from '../numbering/shopping';
import type { CallPlan, EventDelivery, SwitchKind } from './plan';

const MS = 1000;

export interface Switch extends SwitchKind {
  readonly id: string;
  boot: number;
  isSilent: boolean;
}

export interface Route {
  readonly rating: RateQuote | null;
}

export interface Call {
  readonly plan: CallPlan;
  readonly via: Switch;
  readonly key: Row;
  readonly startedAt: number;
  rating: RateQuote | null;
  routes: readonly Route[];
  /** The limit that the switch knows; the response with an extension may have been lost. */
  maxSeconds: number;
  grantedSeconds: number;
  /** The wallet could pay for the next slice at the last response of the API. */
  isCovered: boolean;
  endedAt: number | null;
  readonly due: Row[];
  isAnswerReported: boolean;
  row: Row | null;
  isReported: boolean;
}

/** Returns the CDR of a call that ended at `at`. */
export function rowOf(call: Call, at: number): Row {
  const { plan, key, startedAt } = call;
  const answeredAt = answerBefore(call, at);
  const skewed = skewOf(call);
  return {
    ...key,
    started_at: skewed(startedAt),
    ended_at: skewed(at),
    ...(answeredAt === null
      ? { answered_at: null, sip_code: 486 }
      : { answered_at: skewed(answeredAt), sip_code: 200 }),
    ...(answeredAt !== null &&
      plan.namesRoute && { attempts: [{ order: routeOf(call) + 1, result: 'answered', sip_code: 200 }] }),
  };
}

export function endedEventOf(call: Call, at: number): Row {
  const { plan, key } = call;
  const answeredAt = answerBefore(call, at);
  const skewed = skewOf(call);
  return {
    event: 'ended',
    switch_id: key['switch_id'],
    decision_id: key['decision_id'],
    ...(plan.isTimed && { at: skewed(at) }),
    ...(plan.endStatesAnswer && { answered_at: answeredAt === null ? null : skewed(answeredAt) }),
  };
}

function answerBefore(call: Call, at: number): number | null {
  const answeredAt = answeredAtOf(call);
  return answeredAt !== null && answeredAt <= at ? answeredAt : null;
}

/** Converts times to the clock of the call's switch. */
const skewOf =
  ({ via }: Call) =>
  (time: number) =>
    time / MS + via.skewSeconds;

/** Returns the index of the route that answers. */
function routeOf({ plan, routes }: Call): number {
  return plan.route % Math.max(1, routes.length);
}

/** Returns the price of the call's CDR. */
export function priceOf(call: Call): number {
  const { row, plan } = call;
  if (!row || row['answered_at'] === null) return 0;
  const seconds = Math.floor(Number(row['ended_at'])) - Math.floor(Number(row['answered_at']));
  const billable = Math.min(seconds, call.grantedSeconds);
  return plan.namesRoute ? priceBy(call, call.routes[routeOf(call)], billable) : highestPriceOf(call, billable);
}

/** Returns the price by the most expensive route. */
export function highestPriceOf(call: Call, seconds: number): number {
  return Math.max(...call.routes.map((route) => priceBy(call, route, seconds)));
}

function priceBy({ rating }: Call, route: Route | undefined, seconds: number): number {
  const legs = [rating, route?.rating ?? null].filter((leg) => leg !== null);
  return rateLegs(legs, seconds).customerTotalCents;
}

export function answeredAtOf({ plan, startedAt }: Call): number | null {
  return plan.talkSeconds === null ? null : startedAt + plan.ringSeconds * MS;
}

/** Returns the delays of an event, in rounds. */
export function delaysOf(delivery: EventDelivery): { wait: number }[] {
  if (delivery === 'lost') return [];
  if (delivery === 'late') return [{ wait: 1 }];
  return delivery === 'twice' ? [{ wait: 0 }, { wait: 1 }] : [{ wait: 0 }];
}

export const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
