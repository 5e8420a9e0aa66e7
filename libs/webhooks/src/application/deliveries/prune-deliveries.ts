import type { Clock } from '@trunkline/kernel';
import { keptSince } from '../../domain/retention';
import type { DeliveryLog } from './delivery-log';

const BATCH = 5000;

/** Removes expired deliveries by months, those from before months in batches, then the deleted endpoints that have none left. */
export class PruneDeliveries {
  constructor(
    private readonly log: DeliveryLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of removed deliveries. */
  async prune(): Promise<number> {
    const before = keptSince(this.clock.now());
    let pruned = await this.log.dropMonths(before);
    for (let batch = BATCH; batch === BATCH; pruned += batch) batch = await this.log.prune(before, BATCH);
    await this.log.pruneEndpoints();
    return pruned;
  }
}
