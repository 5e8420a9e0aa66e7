import type { CallFigures, DashboardSummary, RecentCall } from './views';

/** The dashboard's view of numbering. */
export abstract class NumberCounts {
  abstract countActive(accountId: string): Promise<number>;
  abstract countAssignedSince(accountId: string, since: Date): Promise<number>;
}

/** The dashboard's view of the ledger. */
export abstract class Spending {
  /** `version` rises with every movement of the wallet. */
  abstract balance(accountId: string): Promise<{ readonly amountCents: number; readonly version: number }>;
  /** Positive cents. */
  abstract spentSince(accountId: string, since: Date): Promise<number>;
}

export abstract class CallStatistics {
  /** Of the 30 UTC days that end today, and of the trailing 30 days. */
  abstract figures(accountId: string, now: Date): Promise<CallFigures>;
  /** Newest first. */
  abstract recent(accountId: string, limit: number): Promise<RecentCall[]>;
}

/** Summaries that need not be computed again for a while. Losing one costs time only. */
export abstract class SummaryCache {
  abstract get(key: string): Promise<DashboardSummary | null>;
  abstract set(key: string, summary: DashboardSummary, ttlSeconds: number): Promise<void>;
}

export abstract class RefreshLimit {
  /** Takes one of the account's; the seconds to wait when none is left, else 0. */
  abstract take(accountId: string): Promise<number>;
}
