import type { Clock } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type DeliveryLag, type DeliveryStatistics } from '../../application/deliveries/ports';

const LAG = `SELECT count(*) AS due,
    min(d.next_attempt_at) FILTER (WHERE e.consecutive_failures = 0) AS healthy,
    min(d.next_attempt_at) FILTER (WHERE e.consecutive_failures > 0) AS failing
  FROM webhooks.deliveries AS d JOIN webhooks.endpoints AS e ON e.id = d.endpoint_id
  WHERE d.status = 'pending' AND d.next_attempt_at <= $1`;
const WORST = `SELECT id AS "endpointId", consecutive_failures AS failures FROM webhooks.endpoints
  WHERE consecutive_failures > 0 AND status <> 'disabled' ORDER BY consecutive_failures DESC, id LIMIT $1`;
const MS = 1000;

export class StoredDeliveryStatistics implements DeliveryStatistics {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async lag(): Promise<DeliveryLag> {
    const now = this.clock.now();
    const row = await this.db.get<{ due: number; healthy: Date | null; failing: Date | null }>(LAG, [now]);
    const secondsSince = (at: Date | null) => (at ? (now.getTime() - at.getTime()) / MS : 0);
    return {
      due: row.due,
      healthySeconds: secondsSince(row.healthy),
      failingSeconds: secondsSince(row.failing),
    };
  }

  worst(limit: number): Promise<{ readonly endpointId: string; readonly failures: number }[]> {
    return this.db.query(WORST, [limit]);
  }
}
