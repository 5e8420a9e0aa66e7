import { ArrayNotEmpty, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Flag, Int, Ints } from './conversions';
import { MessageSettings } from './message-settings';

const PORT_MAX = 65_535;
const CONCURRENCY_MAX = 10_000;

/** See docs/webhooks.md. */
export class WebhookSettings extends MessageSettings {
  @Flag()
  @IsBoolean()
  ALLOW_PRIVATE_WEBHOOKS: boolean = false;

  /** Ports that webhooks may use. */
  @Ints()
  @ArrayNotEmpty()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(PORT_MAX, { each: true })
  WEBHOOK_PORTS: number[] = [443];

  /** Webhook requests in flight of one worker process. */
  @Int()
  @IsInt()
  @Min(1)
  @Max(CONCURRENCY_MAX)
  WEBHOOK_CONCURRENCY: number = 500;

  /** The maximum of these for one account. */
  @Int()
  @IsInt()
  @Min(1)
  @Max(CONCURRENCY_MAX)
  WEBHOOK_ACCOUNT_CONCURRENCY: number = 100;

  /** The maximum of these for one endpoint. */
  @Int()
  @IsInt()
  @Min(1)
  @Max(CONCURRENCY_MAX)
  WEBHOOK_ENDPOINT_CONCURRENCY: number = 20;
}

export const WEBHOOK_SETTING_NAMES = [
  'ALLOW_PRIVATE_WEBHOOKS',
  'WEBHOOK_PORTS',
  'WEBHOOK_CONCURRENCY',
  'WEBHOOK_ACCOUNT_CONCURRENCY',
  'WEBHOOK_ENDPOINT_CONCURRENCY',
] as const satisfies readonly (keyof WebhookSettings)[];
