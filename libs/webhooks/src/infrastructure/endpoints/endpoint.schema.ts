import { EntitySchema } from 'typeorm';
import { WebhookEndpoint } from '../../domain/webhook-endpoint';

export const WebhookEndpointSchema = new EntitySchema<WebhookEndpoint>({
  name: 'WebhookEndpoint',
  target: WebhookEndpoint,
  schema: 'webhooks',
  tableName: 'endpoints',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    numberId: { type: 'text', nullable: true },
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
});
