import type { AccountStatus } from '@trunkline/kernel';
import type { CdrView } from '../reads/views';

export interface DailyCalls {
  /** UTC midnight. */
  readonly dayStart: Date;
  readonly count: number;
}

export interface CountryCalls {
  readonly country: string;
  readonly count: number;
}

/** Figures of the last 30 days, from CDRs only. */
export interface CallFigures {
  readonly seconds: number;
  readonly count: number;
  readonly normalClearing: number;
  /** One per UTC day, oldest first, days without calls included; the last is today. */
  readonly daily: readonly DailyCalls[];
  /** The five countries with the most calls. */
  readonly topCountries: readonly CountryCalls[];
}

export const RECENT_CALL = [
  'id',
  'direction',
  'caller',
  'isCallerWithheld',
  'callee',
  'numberId',
  'startedAt',
  'billableDurationSeconds',
  'customerTotalCents',
  'currency',
  'hangupCause',
  'sipResponseCode',
] as const satisfies readonly (keyof CdrView)[];
export type RecentCall = Pick<CdrView, (typeof RECENT_CALL)[number]>;

/** See docs/cdrs.md#dashboard. */
export interface DashboardSummary {
  readonly activeNumbers: number;
  readonly numbersAddedThisMonth: number;
  readonly callsToday: number;
  readonly callsYesterday: number;
  /** Null when there was no call yesterday. */
  readonly callsChangePct: number | null;
  readonly minutes30d: number;
  readonly seconds30d: number;
  readonly avgCallSeconds: number;
  /** 0 to 100. */
  readonly completionPct: number;
  readonly spendThisMonthCents: number;
  /** The spend at its mean of each day so far, charges that come once a month included. */
  readonly projectedMonthlyCents: number;
  /** Null on the first day of a month. */
  readonly forecastMonthlyCents: number | null;
  readonly callVolumeDaily: readonly DailyCalls[];
  readonly topCountries: readonly CountryCalls[];
  readonly recentCdrs: readonly RecentCall[];
  readonly balanceCents: number;
  readonly accountStatus: AccountStatus;
  readonly cachedAt: Date;
}
