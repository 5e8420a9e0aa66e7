import type { DashboardSummary } from '@trunkline/client';

const DAYS_A_MONTH = 30;

/** How many whole days the balance lasts at the pace of this month; null without spending. */
export function runwayDays({
  balance_cents,
  projected_monthly_cents,
}: Pick<DashboardSummary, 'balance_cents' | 'projected_monthly_cents'>): number | null {
  if (projected_monthly_cents <= 0) return null;
  return Math.max(0, Math.floor((balance_cents / projected_monthly_cents) * DAYS_A_MONTH));
}
