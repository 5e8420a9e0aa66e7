import type { Clock } from '@trunkline/kernel';

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

const BATCH = 1000;

/** Deletes records past their retention period. Each batch commits by itself, so an interrupted run continues later. */
export class PruneIdentity {
  constructor(
    private readonly rows: RetainedRecords,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of records deleted. */
  async prune(): Promise<number> {
    let total = 0;
    for (const kind of this.rows.kinds) total += await this.pruneAll(kind);
    return total;
  }

  private async pruneAll(kind: string): Promise<number> {
    let total = 0;
    for (let pruned = BATCH; pruned === BATCH; total += pruned) {
      pruned = await this.rows.prune(kind, this.clock.now(), BATCH);
    }
    return total;
  }
}
