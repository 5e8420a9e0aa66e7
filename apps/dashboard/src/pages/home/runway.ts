import type { AutoRecharge, Balance, DashboardSummary } from '@trunkline/client';

const DAYS_A_MONTH = 30;
/** From how many days on a balance lasts long enough to be topped up by hand. */
const ENOUGH_BY_HAND_DAYS = 30;

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

/** From how many days on a balance needs no attention. */
const ENOUGH_DAYS = 3;

/** Returns why a balance is low: the days that it lasts, or the alert of the account that it is below. Null: it is not. */
export function lowBalanceOf(
  summary: Figures & Pick<DashboardSummary, 'active_numbers'>,
  credit: Credit | undefined,
  alertCents: number | null,
): { readonly days: number } | { readonly alertCents: number } | null {
  const days = runwayDays(summary, credit);
  if (summary.active_numbers > 0 && days !== null && days < ENOUGH_DAYS) return { days };
  return alertCents !== null && summary.balance_cents < alertCents ? { alertCents } : null;
}

/** Whether automatic top-up is off while the balance lasts less than a month. Nothing is needed while either is not known. */
export const needsRecharge = (days: number | null, recharge: Pick<AutoRecharge, 'enabled'> | undefined): boolean =>
  recharge?.enabled === false && days !== null && days < ENOUGH_BY_HAND_DAYS;
