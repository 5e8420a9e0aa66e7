import type { CallPlan } from '../domain/plan';
import type { Leg } from './call';
import type { CallPrices } from './ports';
import type { RateQuote } from './views';

export interface AffordablePlan {
  readonly plan: CallPlan<Leg>;
  /** 0 when the money covers no way at all. */
  readonly maxDurationSeconds: number;
  readonly unaffordable: readonly string[];
}

/**
 * Drops the ways that the money does not even begin to cover. Which of the others answers is not known beforehand, so
 * the dearest of them decides how long the call may last.
 */
export function affordable(
  plan: CallPlan<Leg>,
  prices: CallPrices,
  money: { readonly rating: RateQuote; readonly availableCents: number },
): AffordablePlan {
  const seconds = plan.attempts.map(({ leg }) =>
    prices.affordableSeconds([money.rating, ...(leg.rating ? [leg.rating] : [])], money.availableCents),
  );
  const attempts = plan.attempts.filter((_attempt, index) => (seconds[index] ?? 0) > 0);
  const dropped = plan.attempts.filter((_attempt, index) => (seconds[index] ?? 0) === 0);
  return {
    plan: { ...plan, attempts: attempts.map((attempt, index) => ({ ...attempt, order: index + 1 })) },
    maxDurationSeconds: attempts.length === 0 ? 0 : Math.min(...seconds.filter((each) => each > 0)),
    unaffordable: [...new Set(dropped.flatMap(({ targetId }) => (targetId === null ? [] : [targetId])))],
  };
}
