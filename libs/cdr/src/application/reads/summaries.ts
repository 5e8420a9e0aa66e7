import type { Page, PageRequest, TimeZone } from '@trunkline/kernel';
import { acdSeconds, asrPct, type CallSums } from '../../domain/call-rates';
import type { CdrFilters } from './ports';

const TIME_GROUPS = ['hour', 'day', 'month'] as const;
export type TimeGroup = (typeof TIME_GROUPS)[number];
export const SUMMARY_GROUPS = [
  ...TIME_GROUPS,
  'country',
  'number',
  'trunk',
  'profile',
  'hangup_cause',
  'direction',
] as const;
export type SummaryGroup = (typeof SUMMARY_GROUPS)[number];

/** An hour (`2026-11-28T14:00+01:00`), day or month by the clock of the zone, or a value; null for calls without one. */
type GroupKey = string | null;

export interface SummedGroup extends CallSums {
  /** One key for each of the groups that were asked for. */
  readonly keys: readonly GroupKey[];
}

export interface SummedCalls extends Page<SummedGroup> {
  /** The sums of all groups, on whatever page. */
  readonly totals: CallSums;
}

export interface SummaryRequest {
  readonly accountId: string;
  readonly filters: CdrFilters;
  /** As in `CdrQueries.list`, in the order of starts. */
  readonly oldest: Date;
  readonly hiddenDigits: number;
  /** One or two different groups. */
  readonly groups: readonly SummaryGroup[];
  readonly zone: TimeZone;
  readonly now: Date;
  readonly page: PageRequest<'key'>;
}

export abstract class CdrSummaries {
  /** Sums the CDRs that `CdrQueries.list` would return, in the order of the keys. Leaves out groups without calls. */
  abstract sum(request: SummaryRequest): Promise<SummedCalls>;
}

export interface CallRates extends CallSums {
  /** Answer-seizure ratio, percent with one decimal; null without calls. */
  readonly asrPct: number | null;
  /** Average duration of the answered calls in seconds, with one decimal; null without any. */
  readonly acdSeconds: number | null;
}

export interface CallSummary extends Page<CallRates & { readonly key: GroupKey | readonly GroupKey[] }> {
  readonly totals: CallRates;
}

export function isTimeGroup(group: SummaryGroup): group is TimeGroup {
  return (TIME_GROUPS as readonly string[]).includes(group);
}

export function withRates<T extends CallSums>(sums: T): T & CallRates {
  return { ...sums, asrPct: asrPct(sums), acdSeconds: acdSeconds(sums) };
}
