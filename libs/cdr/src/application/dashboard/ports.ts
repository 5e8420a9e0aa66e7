import type { CallFigures, DashboardSummary, RecentCall } from './views';

/** Numbering, as the dashboard needs it. */
export abstract class NumberCounts {
  abstract countActive(accountId: string): Promise<number>;
  abstract countAssignedSince(accountId: string, since: Date): Promise<number>;
  /** Returns what the numbers will be charged for the months that begin before `end` and are not charged yet, in cents. */
  abstract dueBefore(accountId: string, end: Date): Promise<number>;
}

/** The ledger, as the dashboard needs it. */
export abstract class Spending {
  /** `version` rises with every movement of the balance, and not with holds. */
  abstract balance(accountId: string): Promise<{ readonly amountCents: number; readonly version: number }>;
  /** Positive cents. */
  abstract spentSince(accountId: string, since: Date): Promise<number>;
  /** The part of `spentSince` that is not for calls and messages. */
  abstract fixedSince(accountId: string, since: Date): Promise<number>;
}

export abstract class CallStatistics {
  /** Returns the figures of the trailing 30 days; `daily` covers the 30 UTC days that end today. */
  abstract figures(accountId: string, now: Date): Promise<CallFigures>;
  /** Newest first. */
  abstract recent(accountId: string, limit: number): Promise<RecentCall[]>;
}

export interface CachedSummary {
  /** What the summary was computed for; any other basis makes it stale. */
  readonly basis: string;
  readonly summary: DashboardSummary;
}

/** Cached summaries, one per account. A lost entry is computed again. */
export abstract class SummaryCache {
  abstract get(accountId: string): Promise<CachedSummary | null>;
  abstract set(accountId: string, cached: CachedSummary, ttlSeconds: number): Promise<void>;
}

export abstract class RefreshLimit {
  /** Uses the account's allowance. Returns 0, or the seconds to wait when it is exhausted. */
  abstract take(accountId: string): Promise<number>;
}
