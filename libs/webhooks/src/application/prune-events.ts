import { addDays, type Clock } from '@trunkline/kernel';
import type { EventLog } from './ports';

/** Contract, section 18: events are kept 30 days. */
const KEPT_DAYS = 30;
const BATCH = 5000;

/** Removes events that are older than they are kept. In batches, so that no statement holds many rows. */
export class PruneEvents {
  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Returns how many were removed. */
  async execute(): Promise<number> {
    const before = addDays(this.clock.now(), -KEPT_DAYS);
    let pruned = 0;
    for (let batch = BATCH; batch === BATCH; pruned += batch) batch = await this.log.prune(before, BATCH);
    return pruned;
  }
}
