import type { Clock } from '@trunkline/kernel';
import { keptSince } from '../../domain/retention';
import type { EventLog } from './ports';

const BATCH = 5000;

/** Removes expired events by months, and those from before months in batches, so that no statement locks many rows. */
export class PruneEvents {
  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of removed events. */
  async prune(): Promise<number> {
    const before = keptSince(this.clock.now());
    let pruned = await this.log.dropMonths(before);
    for (let batch = BATCH; batch === BATCH; pruned += batch) batch = await this.log.prune(before, BATCH);
    return pruned;
  }
}
