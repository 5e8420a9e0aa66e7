import type { Clock } from '@trunkline/kernel';
import type { RetainedRecords } from './ports';

const BATCH = 1000;

/** Deletes what has been kept long enough. Each batch is a transaction of its own: stopped anywhere, it goes on the next time. */
export class PruneIdentity {
  constructor(
    private readonly rows: RetainedRecords,
    private readonly clock: Clock,
  ) {}

  /** Returns how many rows were deleted. */
  async execute(): Promise<number> {
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
