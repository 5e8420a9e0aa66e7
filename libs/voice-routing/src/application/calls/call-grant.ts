import type { RateQuote } from '@trunkline/kernel';
import type { CallPlan } from '../../domain/calls/plan';
import type { RejectionName } from '../../domain/calls/rejection';
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
  /** Targets that were left out. */
  readonly unaffordable: readonly string[];
}

export interface CallBudget {
  readonly rating: RateQuote;
  readonly availableCents: number;
  /** Upper limit of the granted time. */
  readonly maxSeconds: number;
}

export type CallGrant =
  | {
      readonly isGranted: true;
      readonly plan: CallPlan<Leg>;
      readonly maxDurationSeconds: number;
      readonly holdCents: number;
    }
  | { readonly isGranted: false; readonly refusal: RejectionName };

/** Grants what the cover allows of the offer: the whole time, or a slice. A free call is granted in full at any balance. */
export function grantOf(offer: CallOffer, cover: CallCover, prices: CallPrices, isExtending: boolean): CallGrant {
  const { plan, rating } = offer;
  const capLeftCents = outboundLeft(offer, cover);
  const availableCents = Math.min(cover.availableCents, capLeftCents);
  let funded = fundPlan(plan, prices, { rating, availableCents, maxSeconds: offer.maxSeconds ?? Infinity });
  if (isExtending && funded.holdCents > 0)
    funded = fundPlan(plan, prices, { rating, availableCents, maxSeconds: SLICE_SECONDS });
  if (funded.maxDurationSeconds > 0) return { isGranted: true, ...funded };
  const refusal = capLeftCents < cover.availableCents ? 'daily_cap_reached' : 'insufficient_balance';
  return { isGranted: false, refusal };
}

/**
 * Removes the legs that the funds do not cover for a minute. Any of the remaining legs may answer, so the most expensive
 * one decides how long the call may last and how much it holds. A plan with a rest costs at least the call itself.
 */
export function fundPlan(plan: CallPlan<Leg>, prices: CallPrices, budget: CallBudget): FundedPlan {
  const priced = plan.attempts.map((attempt) => {
    const legs = legsOf(budget.rating, attempt.leg.rating);
    return { attempt, legs, seconds: prices.affordableSeconds(legs, budget.availableCents) };
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
    unaffordable: [...new Set(dropped.flatMap(({ attempt }) => (attempt.targetId === null ? [] : [attempt.targetId])))],
  };
}

/** The prices that a call adds up: its own, and that of the outbound leg of a forwarded call. */
export function legsOf(rating: RateQuote, routeRating: RateQuote | null): RateQuote[] {
  return routeRating ? [rating, routeRating] : [rating];
}

/** The rest of the daily cap for outbound calls; Infinity where no cap applies. */
export function outboundLeft(
  { direction, limits }: Pick<CallOffer, 'direction' | 'limits'>,
  { outboundUsedCents }: CallCover,
): number {
  const cap = limits.outboundDailyCapCents;
  return direction === 'outbound' && cap !== null ? cap - outboundUsedCents : Infinity;
}
