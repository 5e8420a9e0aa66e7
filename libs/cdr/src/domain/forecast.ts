const DAY_MS = 86_400_000;

/** Returns the UTC month of a time, without its end: the month of invoices, whatever the time zone of the account. */
export function monthOf(at: Date): { readonly start: Date; readonly end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

export interface MonthCharges {
  /** What calls and messages have cost so far. */
  readonly usageCents: number;
  /** What has been charged once, such as the months and set-ups of numbers. */
  readonly fixedCents: number;
  /** What numbers will be charged in the rest of the month. */
  readonly dueCents: number;
}

/**
 * Forecasts the charges of the UTC month of `now`: usage at its pace so far, by elapsed time, and all others once. Returns
 * null on the first day, which is too short for a pace. See docs/cdrs.md#dashboard.
 */
export function forecastCents({ usageCents, fixedCents, dueCents }: MonthCharges, now: Date): number | null {
  const { start, end } = monthOf(now);
  const elapsed = now.getTime() - start.getTime();
  if (elapsed < DAY_MS) return null;
  return fixedCents + dueCents + Math.round((usageCents * (end.getTime() - start.getTime())) / elapsed);
}
