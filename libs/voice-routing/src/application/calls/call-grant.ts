import type { RateQuote, RejectionName } from '@trunkline/kernel';
import type { CallLimits } from '../../domain/calls/call-limits';
import type { CallPlan } from '../../domain/calls/plan';
import type { CallCover } from '../live-calls/ports';
import type { CallOffer, Leg } from './call';
import type { CallPrices } from './ports';

/** A call that the funds do not cover for this long is rejected (docs/live-calls.md#what-a-call-holds). */
export const GRANT_MIN_SECONDS = 60;

/** The slice granted at a time to a switch that supports extensions. */
export const SLICE_SECONDS = 900;

export interface FundedPlan {
  readonly plan: CallPlan<Leg>;
  /** 0 when the funds cover no leg for a minute. */
  readonly maxDurationSeconds: number;
  /** The price of that time over the most expensive leg. */
  readonly holdCents: number;
  /** The price of that time of the most expensive outbound leg of a forwarded call. */
  readonly forwardCents: number;
  /** Targets that were left out. */
  readonly unaffordable: readonly string[];
}

export interface CallBudget {
  readonly rating: RateQuote;
  readonly availableCents: number;
  /** What the outbound leg of a forwarded call may cost. */
  readonly forwardCents: number;
  /** Upper limit of the granted time. */
  readonly maxSeconds: number;
}

export type CallGrant =
  | {
      readonly isGranted: true;
      readonly plan: CallPlan<Leg>;
      readonly maxDurationSeconds: number;
      readonly holdCents: number;
      readonly forwardCents: number;
    }
  | { readonly isGranted: false; readonly refusal: RejectionName };

/** Grants what the cover allows of the offer: the whole time, or a slice. A free call is granted in full at any balance. */
export function grantOf(offer: CallOffer, cover: CallCover, prices: CallPrices, isExtending: boolean): CallGrant {
  const { plan, rating } = offer;
  const left = leftOf(offer, cover);
  let funded = fundPlan(plan, prices, { rating, ...left, maxSeconds: offer.maxSeconds ?? Infinity });
  if (isExtending && funded.holdCents > 0)
    funded = fundPlan(plan, prices, { rating, ...left, maxSeconds: SLICE_SECONDS });
  if (funded.maxDurationSeconds > 0) return { isGranted: true, ...funded };
  const isCapped = offer.direction === 'outbound' || plan.attempts.some(({ leg }) => leg.rating !== null);
  const isOverCap = isCapped && capLeft(offer.limits, cover) < cover.availableCents;
  const refusal = isOverCap ? 'daily_cap_reached' : 'insufficient_balance';
  return { isGranted: false, refusal };
}

/**
 * Removes the legs that the funds do not cover for a minute. Any of the remaining legs may answer, so the most expensive
 * one decides how long the call may last and how much it holds. A plan with a rest costs at least the call itself.
 */
export function fundPlan(plan: CallPlan<Leg>, prices: CallPrices, budget: CallBudget): FundedPlan {
  const priced = plan.attempts.map((attempt) => {
    const legs = legsOf(budget.rating, attempt.leg.rating);
    return { attempt, legs, seconds: secondsWithin(attempt.leg.rating, budget, prices) };
  });
  const kept = priced.filter(({ seconds }) => seconds >= GRANT_MIN_SECONDS);
  const dropped = priced.filter(({ seconds }) => seconds < GRANT_MIN_SECONDS);
  const own = legsOf(budget.rating, null);
  const rest = plan.rest ? [{ legs: own, seconds: prices.affordableSeconds(own, budget.availableCents) }] : [];
  const covered = [...kept, ...rest.filter(({ seconds }) => seconds >= GRANT_MIN_SECONDS)];
  const seconds = Math.min(budget.maxSeconds, ...covered.map((each) => each.seconds));
  const maxDurationSeconds = covered.length === 0 ? 0 : seconds;
  return {
    plan: { ...plan, attempts: kept.map(({ attempt }, index) => ({ ...attempt, order: index + 1 })) },
    maxDurationSeconds,
    holdCents: Math.max(0, ...covered.map(({ legs }) => prices.totalCents(legs, maxDurationSeconds))),
    forwardCents: highestForward(
      kept.map(({ attempt }) => attempt.leg),
      maxDurationSeconds,
      prices,
    ),
    unaffordable: [...new Set(dropped.flatMap(({ attempt }) => (attempt.targetId === null ? [] : [attempt.targetId])))],
  };
}

/** The prices that a call adds up: its own, and that of the outbound leg of a forwarded call. */
export function legsOf(rating: RateQuote, routeRating: RateQuote | null): RateQuote[] {
  return routeRating ? [rating, routeRating] : [rating];
}

/** Returns the longest call over a route that the budget covers: the whole call, and the outbound leg of a forwarded one. */
export function secondsWithin(
  routeRating: RateQuote | null,
  { rating, availableCents, forwardCents }: Omit<CallBudget, 'maxSeconds'>,
  prices: CallPrices,
): number {
  const seconds = prices.affordableSeconds(legsOf(rating, routeRating), availableCents);
  return routeRating ? Math.min(seconds, prices.affordableSeconds([routeRating], forwardCents)) : seconds;
}

/** Returns the price of the time of the most expensive outbound leg of a forwarded call; 0 without one. */
export function highestForward(
  routes: readonly { readonly rating: RateQuote | null }[],
  seconds: number,
  prices: CallPrices,
): number {
  return Math.max(0, ...routes.map(({ rating }) => (rating ? prices.totalCents([rating], seconds) : 0)));
}

/** What wallet and daily cap leave for a call. The cap limits outbound calls as a whole, and of forwarded ones the outbound leg. */
export function leftOf(
  { direction, limits }: Pick<CallOffer, 'direction'> & { readonly limits: Pick<CallLimits, 'outboundDailyCapCents'> },
  cover: CallCover,
): Pick<CallBudget, 'availableCents' | 'forwardCents'> {
  const left = capLeft(limits, cover);
  return direction === 'outbound'
    ? { availableCents: Math.min(cover.availableCents, left), forwardCents: Infinity }
    : { availableCents: cover.availableCents, forwardCents: left };
}

/** The rest of the daily cap; Infinity without one. */
function capLeft(
  { outboundDailyCapCents: cap }: Pick<CallLimits, 'outboundDailyCapCents'>,
  { outboundUsedCents }: CallCover,
): number {
  return cap === null ? Infinity : cap - outboundUsedCents;
}
