import type { Balance, DashboardSummary } from '@trunkline/client';

const DAYS_A_MONTH = 30;

type Figures = Pick<DashboardSummary, 'balance_cents' | 'forecast_monthly_cents'>;
type Credit = Pick<Balance, 'credit_limit_cents'>;

/**
 * How many whole days the balance lasts at the forecast of this month. Null without spending, without a forecast, and for an
 * account whose balance may fall below zero. `credit` is undefined while that is not known.
 */
export function runwayDays(
  { balance_cents, forecast_monthly_cents }: Figures,
  credit: Credit | undefined,
): number | null {
  if (!forecast_monthly_cents || credit?.credit_limit_cents !== 0) return null;
  return Math.max(0, Math.floor((balance_cents / forecast_monthly_cents) * DAYS_A_MONTH));
}
