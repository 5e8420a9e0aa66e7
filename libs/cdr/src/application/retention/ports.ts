export abstract class ExpiredCdrs {
  /** Returns the accounts that have CDRs created before the time. */
  abstract accountsBefore(before: Date): Promise<string[]>;
  /**
   * Deletes at most `limit` CDRs of an account that were created before the time, and returns their count. The hourly counts
   * of calls stay. The database keeps CDRs that are younger than its own minimum.
   */
  abstract delete(accountId: string, before: Date, limit: number): Promise<number>;
}
