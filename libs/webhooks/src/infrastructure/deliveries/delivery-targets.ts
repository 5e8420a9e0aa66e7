import type { Database } from '@trunkline/platform';
import type { DeliveryTargets } from '../../application/deliveries/ports';
import type { WebhookEndpoint } from '../../domain/endpoints/webhook-endpoint';
import { WebhookEndpointSchema } from '../endpoints/endpoint.schema';

/** $1: endpoints as a JSON array. */
const SAVE = `
  UPDATE webhooks.endpoints AS e SET status = o.status, disabled_reason = o."disabledReason",
    last_success_at = o."lastSuccessAt", last_failure_at = o."lastFailureAt", failing_since = o."failingSince",
    consecutive_failures = o."consecutiveFailures", updated_at = o."updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS o (id text, status text, "disabledReason" text, "lastSuccessAt" timestamptz,
    "lastFailureAt" timestamptz, "failingSince" timestamptz, "consecutiveFailures" integer, "updatedAt" timestamptz)
  WHERE e.id = o.id`;

export class StoredDeliveryTargets implements DeliveryTargets {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<WebhookEndpoint | null> {
    return this.db.table(WebhookEndpointSchema).find('id = $1', [id]);
  }

  lock(ids: readonly string[]): Promise<WebhookEndpoint[]> {
    return this.db.table(WebhookEndpointSchema).query('id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
  }

  saveHealth(endpoints: readonly WebhookEndpoint[]): Promise<void> {
    return this.db.write(SAVE, [JSON.stringify(endpoints)]);
  }
}
