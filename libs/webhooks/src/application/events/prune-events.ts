import { addDays, type Clock } from '@trunkline/kernel';
import type { EventLog } from './ports';

/** See docs/events.md. */
const RETENTION_DAYS = 30;
const BATCH = 5000;

/** Removes expired events in batches, so that no statement locks many rows. */
export class PruneEvents {
  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of removed events. */
  async prune(): Promise<number> {
    const before = addDays(this.clock.now(), -RETENTION_DAYS);
    let pruned = 0;
    for (let batch = BATCH; batch === BATCH; pruned += batch) batch = await this.log.prune(before, BATCH);
    return pruned;
  }
}
