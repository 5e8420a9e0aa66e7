import { addDays, type Clock } from '@trunkline/kernel';
import type { DeliveryLog } from './delivery-log';

/** See docs/webhooks.md#deliveries. */
const RETENTION_DAYS = 30;
const BATCH = 5000;

/** Removes old deliveries in batches, then the deleted endpoints that have none left. */
export class PruneDeliveries {
  constructor(
    private readonly log: DeliveryLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of removed deliveries. */
  async prune(): Promise<number> {
    const before = addDays(this.clock.now(), -RETENTION_DAYS);
    let pruned = 0;
    for (let batch = BATCH; batch === BATCH; pruned += batch) batch = await this.log.prune(before, BATCH);
    await this.log.pruneEndpoints();
    return pruned;
  }
}
