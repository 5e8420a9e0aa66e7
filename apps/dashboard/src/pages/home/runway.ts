import type { Balance, DashboardSummary } from '@trunkline/client';

const DAYS_A_MONTH = 30;
/** Before this day, one purchase or the renewal of numbers makes the projection far too high. */
const PROJECTED_FROM_DAY = 7;

type Figures = Pick<DashboardSummary, 'balance_cents' | 'projected_monthly_cents' | 'cached_at'>;
type Credit = Pick<Balance, 'credit_limit_cents'>;

/**
 * How many whole days the balance lasts at the pace of this month. Null without spending, in the first days of a month,
 * and for an account whose balance may fall below zero. `credit` is undefined while that is not known.
 */
export function runwayDays(figures: Figures, credit: Credit | undefined): number | null {
  const { balance_cents, projected_monthly_cents, cached_at } = figures;
  const isProjected = new Date(cached_at * 1000).getUTCDate() >= PROJECTED_FROM_DAY;
  if (!isProjected || projected_monthly_cents <= 0 || credit?.credit_limit_cents !== 0) return null;
  return Math.max(0, Math.floor((balance_cents / projected_monthly_cents) * DAYS_A_MONTH));
}
