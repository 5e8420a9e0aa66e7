import type { CallPlan } from '../../domain/calls/plan';
import type { Leg } from './call';
import type { CallPrices } from '../ports';
import type { RateQuote } from '../views';

/** A call is granted this much time at least, or none: less is no conversation. */
export const GRANT_MIN_SECONDS = 60;

/** What a switch that asks for extensions is granted at a time. */
export const SLICE_SECONDS = 900;

export interface AffordablePlan {
  readonly plan: CallPlan<Leg>;
  /** 0 when the money covers no way for a minute. */
  readonly maxDurationSeconds: number;
  /** The price of that time by the dearest way: what the call holds. */
  readonly holdCents: number;
  readonly unaffordable: readonly string[];
}

export interface CallMoney {
  readonly rating: RateQuote;
  readonly availableCents: number;
  /** Grant no more than this. */
  readonly wantedSeconds: number;
}

/**
 * Drops the ways that the money does not cover for a minute. Which of the others answers is not known beforehand, so the
 * dearest of them decides how long the call may last, and what it holds.
 */
export function affordable(
  plan: CallPlan<Leg>,
  prices: CallPrices,
  { rating, availableCents, wantedSeconds }: CallMoney,
): AffordablePlan {
  const ways = plan.attempts.map((attempt) => {
    const legs = legsOf(rating, attempt.leg.rating);
    return { attempt, legs, seconds: prices.affordableSeconds(legs, availableCents) };
  });
  const kept = ways.filter(({ seconds }) => seconds >= GRANT_MIN_SECONDS);
  const dropped = ways.filter(({ seconds }) => seconds < GRANT_MIN_SECONDS);
  const maxDurationSeconds = kept.length === 0 ? 0 : Math.min(wantedSeconds, ...kept.map(({ seconds }) => seconds));
  return {
    plan: { ...plan, attempts: kept.map(({ attempt }, index) => ({ ...attempt, order: index + 1 })) },
    maxDurationSeconds,
    holdCents: Math.max(0, ...kept.map(({ legs }) => prices.totalCents(legs, maxDurationSeconds))),
    unaffordable: [...new Set(dropped.flatMap(({ attempt }) => (attempt.targetId === null ? [] : [attempt.targetId])))],
  };
}

/** What a call is priced by: the call itself, and the way out of a forwarded one. */
export function legsOf(rating: RateQuote, routeRating: RateQuote | null): RateQuote[] {
  return routeRating ? [rating, routeRating] : [rating];
}
