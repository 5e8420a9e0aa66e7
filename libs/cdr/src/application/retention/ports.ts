import type { DeletedPage } from '@trunkline/kernel';

export interface ExpiredCount {
  readonly rows: number;
  readonly expired: number;
}

export abstract class ExpiredCdrs {
  /** Returns the accounts that have CDRs created before the time. */
  abstract accountsBefore(before: Date): Promise<string[]>;
  /**
   * Deletes up to `limit` CDRs of an account that were created before the time and before CDRs were partitioned by month. Returns how
   * many. The hourly counts of calls stay. The database keeps CDRs that are younger than its own minimum.
   */
  abstract delete(accountId: string, before: Date, limit: number): Promise<number>;
  /**
   * Drops the months in which all CDRs or margins were created before the time. Returns how many CDRs they had. The hourly counts of
   * calls stay. A month whose table is locked by other statements stays until the next call.
   */
  abstract dropMonths(before: Date): Promise<number>;
  abstract count(before: Date): Promise<ExpiredCount>;
}

/** What outlives the CDRs: the claims of calls, by which repeated reports are recognized, and the counts by value and by number. */
export abstract class ExpiredRemains {
  /** Reads the next `limit` claims of decisions between the ids, and deletes those without a stored CDR. */
  abstract deleteClaims(afterDecision: string, beforeDecision: string, limit: number): Promise<DeletedPage>;
  /** Reads the next `limit` claims of imported calls whose CDRs are between the ids, and deletes those without a stored CDR. */
  abstract deleteImportClaims(afterCdr: string, beforeCdr: string, limit: number): Promise<DeletedPage>;
  /** Counts the claims of decisions before the first id, and of imported calls whose CDR came before the second. */
  abstract countClaims(beforeDecision: string, beforeCdr: string): Promise<ExpiredCount>;
  abstract accounts(): Promise<string[]>;
  /** Deletes up to `limit` counts of an account, of hours before the time without a stored CDR. Returns how many. */
  abstract deleteValues(accountId: string, before: Date, limit: number): Promise<number>;
  /** Deletes up to `limit` counts by number of an account, of months that ended before the time. Returns how many. */
  abstract deleteNumberMonths(accountId: string, before: Date, limit: number): Promise<number>;
  abstract countValues(before: Date): Promise<ExpiredCount>;
}
