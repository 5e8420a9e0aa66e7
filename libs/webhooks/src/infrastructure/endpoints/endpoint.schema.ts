import { EntitySchema } from 'typeorm';
import { WebhookEndpoint } from '../../domain/endpoints/webhook-endpoint';

export const WebhookEndpointSchema = new EntitySchema<WebhookEndpoint>({
  name: 'WebhookEndpoint',
  target: WebhookEndpoint,
  schema: 'webhooks',
  tableName: 'endpoints',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    url: { type: 'text' },
    eventTypes: { type: 'text', array: true },
    description: { type: 'text', nullable: true },
    status: { type: 'text' },
    disabledReason: { type: 'text', nullable: true },
    secretSealed: { type: 'text', nullable: true },
    secretPrefix: { type: 'text' },
    previousSecretSealed: { type: 'text', nullable: true },
    previousValidUntil: { type: 'timestamptz', nullable: true },
    lastSuccessAt: { type: 'timestamptz', nullable: true },
    lastFailureAt: { type: 'timestamptz', nullable: true },
    failingSince: { type: 'timestamptz', nullable: true },
    consecutiveFailures: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    deletedAt: { type: 'timestamptz', nullable: true },
  },
  indices: [{ name: 'endpoints_account', columns: ['accountId', 'createdAt', 'id'] }],
  checks: [
    { name: 'endpoints_event_types', expression: `cardinality(event_types) > 0` },
    { name: 'endpoints_status', expression: `status IN ('enabled', 'disabled', 'failing')` },
    {
      name: 'endpoints_rotation',
      expression: `(previous_secret_sealed IS NULL) = (previous_valid_until IS NULL)`,
    },
    {
      name: 'endpoints_disabled_reason',
      expression: `(status = 'disabled') = (disabled_reason IS NOT NULL) AND disabled_reason IN ('requested', 'gone', 'failures')`,
    },
    { name: 'endpoints_secret', expression: `secret_sealed IS NOT NULL OR deleted_at IS NOT NULL` },
    { name: 'endpoints_deleted', expression: `deleted_at IS NULL OR status = 'disabled'` },
  ],
});
