export interface ExpiredCount {
  readonly rows: number;
  readonly expired: number;
}

export interface DeletedClaims {
  /** The last id of the page; null if there was none. */
  readonly lastId: string | null;
  readonly deleted: number;
}

export abstract class ExpiredCdrs {
  /** Returns the accounts that have CDRs created before the time. */
  abstract accountsBefore(before: Date): Promise<string[]>;
  /**
   * Deletes at most `limit` CDRs of an account that were created before the time and before CDRs were partitioned by month, and
   * returns their count. The hourly counts of calls stay. The database keeps CDRs that are younger than its own minimum.
   */
  abstract delete(accountId: string, before: Date, limit: number): Promise<number>;
  /**
   * Drops the months of CDRs and of their margins in which all were created before the time, and returns the count of CDRs. The
   * hourly counts of calls stay. A month stays until the next call if its lock is not to be had.
   */
  abstract dropMonths(before: Date): Promise<number>;
  abstract count(before: Date): Promise<ExpiredCount>;
}

/** What outlives the CDRs: the claims of calls, by which repeated reports are recognized, and hourly counts of values. */
export abstract class ExpiredRemains {
  /** Reads the next `limit` claims of decisions between the ids, and deletes those whose CDR is not stored any more. */
  abstract deleteClaims(afterDecision: string, beforeDecision: string, limit: number): Promise<DeletedClaims>;
  /** Reads the next `limit` claims of imported calls whose CDRs have ids between these, and deletes those whose CDR is not stored any more. */
  abstract deleteImportClaims(afterCdr: string, beforeCdr: string, limit: number): Promise<DeletedClaims>;
  /** Counts the claims of decisions before the first id, and of imported calls whose CDR came before the second. */
  abstract countClaims(beforeDecision: string, beforeCdr: string): Promise<ExpiredCount>;
  abstract accounts(): Promise<string[]>;
  /** Deletes at most `limit` counts of an account, of hours before the time of which no CDR is stored. */
  abstract deleteValues(accountId: string, before: Date, limit: number): Promise<number>;
  abstract countValues(before: Date): Promise<ExpiredCount>;
}
