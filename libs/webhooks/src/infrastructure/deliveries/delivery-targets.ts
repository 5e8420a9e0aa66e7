import type { Database } from '@trunkline/platform';
import { In } from 'typeorm';
import { type DeliveryTargets } from '../../application/deliveries/ports';
import type { WebhookEndpoint } from '../../domain/endpoints/webhook-endpoint';
import { WebhookEndpointSchema } from '../endpoints/endpoint.schema';

/** $1: endpoints as a JSON array. */
const SAVE = `
  UPDATE webhooks.endpoints AS e SET status = o.status, disabled_reason = o.disabled_reason,
    last_success_at = o.last_success_at, last_failure_at = o.last_failure_at, failing_since = o.failing_since,
    consecutive_failures = o.consecutive_failures, updated_at = o.updated_at
  FROM jsonb_to_recordset($1::jsonb) AS o (id text, status text, disabled_reason text, last_success_at timestamptz,
    last_failure_at timestamptz, failing_since timestamptz, consecutive_failures integer, updated_at timestamptz)
  WHERE e.id = o.id`;

export class StoredDeliveryTargets implements DeliveryTargets {
  constructor(private readonly db: Database) {}

  find(id: string): Promise<WebhookEndpoint | null> {
    return this.db.manager.findOneBy(WebhookEndpointSchema, { id });
  }

  lock(ids: readonly string[]): Promise<WebhookEndpoint[]> {
    const lock = { mode: 'for_no_key_update' } as const;
    return this.db.manager.find(WebhookEndpointSchema, { where: { id: In([...ids]) }, order: { id: 'ASC' }, lock });
  }

  async saveHealth(endpoints: readonly WebhookEndpoint[]): Promise<void> {
    await this.db.query(SAVE, [JSON.stringify(endpoints.map(rowOf))]);
  }
}

function rowOf(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    last_success_at: endpoint.lastSuccessAt,
    last_failure_at: endpoint.lastFailureAt,
    failing_since: endpoint.failingSince,
    consecutive_failures: endpoint.consecutiveFailures,
    updated_at: endpoint.updatedAt,
  };
}
