/** Records with a limited retention period. */
export abstract class RetainedRecords {
  /** Kinds to prune, in an order that respects references. */
  abstract readonly kinds: readonly string[];
  /**
   * Deletes at most `limit` records whose retention has ended at `now`. Returns the number deleted. Safe on several
   * workers at once.
   */
  abstract prune(kind: string, now: Date, limit: number): Promise<number>;
}
