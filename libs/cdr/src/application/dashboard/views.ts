import type { AccountStatus } from '@trunkline/kernel';
import type { Direction } from '../../domain/ingest/decision';

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

export interface RecentCall {
  readonly id: string;
  readonly direction: Direction;
  readonly caller: string | null;
  readonly isCallerWithheld: boolean;
  readonly callee: string | null;
  readonly startedAt: Date;
  readonly billableDurationSeconds: number;
  readonly customerTotalCents: number;
  readonly currency: string;
  readonly hangupCause: string | null;
  readonly sipResponseCode: number | null;
}

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
  readonly projectedMonthlyCents: number;
  readonly callVolumeDaily: readonly DailyCalls[];
  readonly topCountries: readonly CountryCalls[];
  readonly recentCdrs: readonly RecentCall[];
  readonly balanceCents: number;
  readonly accountStatus: AccountStatus;
  readonly cachedAt: Date;
}
