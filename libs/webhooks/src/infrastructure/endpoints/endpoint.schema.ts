import { column, tablesOf } from '@trunkline/platform';
import { WebhookEndpoint } from '../../domain/webhook-endpoint';

const table = tablesOf('webhooks');
const { key, text, optionalText, texts, integer, time, optionalTime } = column;

export const WebhookEndpointSchema = table<WebhookEndpoint>(
  'endpoints',
  {
    id: key,
    accountId: text,
    numberId: optionalText,
    url: text,
    eventTypes: texts,
    description: optionalText,
    status: text,
    disabledReason: optionalText,
    secretSealed: optionalText,
    secretPrefix: text,
    previousSecretSealed: optionalText,
    previousValidUntil: optionalTime,
    lastSuccessAt: optionalTime,
    lastFailureAt: optionalTime,
    failingSince: optionalTime,
    consecutiveFailures: integer,
    createdAt: time,
    updatedAt: time,
    deletedAt: optionalTime,
  },
  WebhookEndpoint,
);
