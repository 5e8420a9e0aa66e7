import type { Database } from '@trunkline/platform';
import { type PendingDeliveries } from '../../application/endpoints/ports';

/** One statement: a delivery that its snapshot sees was queued before the endpoint was enabled again. */
const ABANDON = `UPDATE webhooks.deliveries SET status = 'abandoned', next_attempt_at = NULL, leased_until = NULL
  WHERE endpoint_id = $1 AND status = 'pending'
    AND NOT EXISTS (SELECT FROM webhooks.endpoints AS e WHERE e.id = $1 AND e.status <> 'disabled')`;

export class StoredPendingDeliveries implements PendingDeliveries {
  constructor(private readonly db: Database) {}

  async abandon(endpointId: string): Promise<void> {
    await this.db.query(ABANDON, [endpointId]);
  }
}
