import { PUBLIC_EVENT_TYPES, type SortOrder } from '@trunkline/kernel';
import {
  ALL_EVENT_TYPES,
  DISABLED_REASONS,
  ENDPOINT_DEFAULTS,
  ENDPOINT_STATUSES,
  SECRET_OVERLAP_SECONDS,
} from '@trunkline/webhooks';
import {
  Flag,
  Id,
  Integer,
  ListOf,
  OneOf,
  PageQuery,
  PartialType,
  QueryOrder,
  SchemaOf,
  Text,
  UnixTime,
  WithDefaults,
} from '../../http';
import { field } from '../../http/fields/fields';

const URL_MAX = 2000;
const DESCRIPTION_MAX = 200;
const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq';
const SigningSecret = (): PropertyDecorator =>
  field(
    { description: 'The secret that signs deliveries. Returned only once: store it.', example: SECRET_EXAMPLE },
    { type: 'string', pattern: '^whsec_[A-Za-z0-9]{43}$' },
  );

/** What an account sets of an endpoint. */
class WebhookSettings {
  @Text({
    description: 'Receives the events by POST. A public https URL without credentials and fragment.',
    example: 'https://hooks.example.com/trunkline',
    max: URL_MAX,
  })
  url: string;

  @ListOf({
    description: 'The event types to send. `*` stands for all types, also future ones.',
    example: ['call.completed'],
    values: [ALL_EVENT_TYPES, ...PUBLIC_EVENT_TYPES],
    min: 1,
    max: 100,
    name: 'SubscribedEventType',
  })
  eventTypes: readonly string[];

  @Text({ description: 'For your own use.', example: 'CRM', max: DESCRIPTION_MAX, nullable: true })
  description: string | null;
}

class WebhookBody extends WebhookSettings {
  @Flag({ description: 'Whether events are sent. Disabling abandons pending deliveries.' })
  enabled: boolean;
}

export class CreateWebhookDto extends WithDefaults(WebhookBody, ENDPOINT_DEFAULTS) {}

export class ChangeWebhookDto extends PartialType(WebhookBody) {}

export class ListWebhooksQuery extends PageQuery {
  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}

export class RotateSecretDto {
  @Integer({
    description: 'Seconds for which the previous secret also signs. 0 ends all older secrets at once.',
    example: SECRET_OVERLAP_SECONDS.default,
    default: SECRET_OVERLAP_SECONDS.default,
    optional: true,
    min: 0,
    max: SECRET_OVERLAP_SECONDS.max,
  })
  overlapSeconds: number = SECRET_OVERLAP_SECONDS.default;
}

@SchemaOf({ name: 'WebhookEndpoint' })
export class WebhookDto extends WebhookSettings {
  @Id({ description: 'ID of the endpoint.', prefix: 'whe' })
  id: string;

  @Id({
    description: 'The number whose `sms_webhook_url` this is; null for an endpoint of the account.',
    prefix: 'num',
    nullable: true,
  })
  numberId: string | null;

  @OneOf({
    description: '`failing`: enabled, and the last five attempts or more have failed.',
    values: ENDPOINT_STATUSES,
    name: 'WebhookEndpointStatus',
  })
  status: string;

  @OneOf({
    description:
      'Why the endpoint is disabled. `requested`: by you. `gone`: it answered 410. `failures`: every attempt of five days ' +
      'failed.',
    values: DISABLED_REASONS,
    name: 'WebhookDisabledReason',
    nullable: true,
  })
  disabledReason: string | null;

  @Text({ description: 'The first characters of the signing secret.', example: 'whsec_MfKQ' })
  secretPrefix: string;

  @UnixTime({ description: 'The last successful attempt.', nullable: true })
  lastSuccessAt: Date | null;

  @UnixTime({ description: 'The last failed attempt.', nullable: true })
  lastFailureAt: Date | null;

  @Integer({ description: 'Failed attempts since the last successful one.', example: 0, min: 0 })
  consecutiveFailures: number;

  @UnixTime({ description: 'When the endpoint was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the endpoint was last changed.' })
  updatedAt: Date;
}

export class CreatedWebhookDto extends WebhookDto {
  @SigningSecret()
  signingSecret: string;
}

export class RotatedSecretDto {
  @SigningSecret()
  signingSecret: string;

  @UnixTime({ description: 'Until then the previous secret also signs deliveries.' })
  previousValidUntil: Date;
}
