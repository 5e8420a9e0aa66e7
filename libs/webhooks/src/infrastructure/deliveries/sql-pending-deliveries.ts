import type { Database } from '@trunkline/platform';
import { PendingDeliveries } from '../../application/endpoints/ports';

const ABANDON = `UPDATE webhooks.deliveries SET status = 'abandoned', next_attempt_at = NULL, leased_until = NULL
  WHERE endpoint_id = $1 AND status = 'pending'`;

export class SqlPendingDeliveries extends PendingDeliveries {
  constructor(private readonly db: Database) {
    super();
  }

  override async abandon(endpointId: string): Promise<void> {
    await this.db.query(ABANDON, [endpointId]);
  }
}
