import type { UsageGroup, UsageRow } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { before, type Comparison, type Month, type Span } from './months';

/** More top-ups than an account makes in a month. */
const TOP_UPS_MAX = 100;

export interface TopUps {
  readonly count: number;
  readonly cents: number;
}

export interface MonthUsage {
  readonly month: Month;
  readonly by: UsageGroup;
  readonly loadedAt: number;
  readonly rows: readonly UsageRow[];
  /** By UTC day and kind: all charges, also where the rows are of calls only. */
  readonly days: readonly UsageRow[];
  /** Null where the month is compared with nothing. */
  readonly compared: { readonly span: Span; readonly rows: readonly UsageRow[]; readonly spentCents: number } | null;
  /** Null on the first day of a month, and of a month that is over. */
  readonly forecastCents: number | null;
  /** Null for more than a page of them. */
  readonly topUps: TopUps | null;
}

export const sumOf = (rows: readonly UsageRow[], of: (row: UsageRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

export const costOf = (rows: readonly UsageRow[]): number => sumOf(rows, ({ cost_cents }) => cost_cents);

/** Returns whether a group has calls only. */
export const isOfCalls = (by: UsageGroup): boolean => by === 'country' || by === 'number' || by === 'trunk';

/** Loads what a month has cost, and what it is compared with. */
export async function loadUsage(
  month: Month,
  by: UsageGroup,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<MonthUsage> {
  const loadedAt = Math.floor(Date.now() / 1000);
  const rowsOf = async ({ from, to }: Span, group_by: UsageGroup) =>
    (await trunkline.billing.usage.get({ from, to, group_by }, { signal })).items;
  const forecastOf = async () => (await trunkline.dashboard.summary.get({}, { signal })).forecast_monthly_cents;
  const comparedWith = async (span: Span) => {
    const [rows, all] = await Promise.all([rowsOf(span, by), isOfCalls(by) ? rowsOf(span, 'kind') : null]);
    return { span, rows, spentCents: costOf(all ?? rows) };
  };
  const [rows, days, compared, forecastCents, topUps] = await Promise.all([
    rowsOf(month, by),
    rowsOf(month, 'day_kind'),
    comparison === 'none' ? null : comparedWith(before(month, loadedAt, comparison)),
    month.isCurrent ? forecastOf() : null,
    topUpsOf(month, signal),
  ]);
  return { month, by, loadedAt, rows, days, compared, forecastCents, topUps };
}

async function topUpsOf({ from, to }: Span, signal: AbortSignal): Promise<TopUps | null> {
  const query = { kind: ['topup'], from, to, limit: TOP_UPS_MAX } as const;
  const { items, next_cursor } = await trunkline.billing.transactions.list(query, { signal });
  if (next_cursor !== null) return null;
  return { count: items.length, cents: items.reduce((sum, { amount_cents }) => sum + amount_cents, 0) };
}
