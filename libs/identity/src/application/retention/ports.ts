/** Rows that nobody asks for any more once they have been kept for their time. */
export abstract class RetainedRecords {
  /** What there is to prune, each by a name of its own, in an order in which nothing is still referred to. */
  abstract readonly kinds: readonly string[];
  /** Deletes `limit` rows at most of those whose keeping has ended at `now`, and returns how many. Safe on many workers at once. */
  abstract prune(kind: string, now: Date, limit: number): Promise<number>;
}
