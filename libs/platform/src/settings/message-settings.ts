import { IsInt, Max, Min } from 'class-validator';
import { Int } from './conversions';
import { WebrtcSettings } from './webrtc-settings';

const DAYS_MAX = 3_650;

/** See docs/messages.md. */
export class MessageSettings extends WebrtcSettings {
  /** How long messages are kept. The database deletes none before the minimum. See docs/messages.md#retention. */
  @Int()
  @IsInt()
  @Min(31)
  @Max(DAYS_MAX)
  SMS_RETENTION_DAYS: number = 400;

  /** How long the bodies of messages can be read. */
  @Int()
  @IsInt()
  @Min(1)
  @Max(DAYS_MAX)
  SMS_BODY_RETENTION_DAYS: number = 30;
}

export const MESSAGE_SETTING_NAMES = [
  'SMS_RETENTION_DAYS',
  'SMS_BODY_RETENTION_DAYS',
] as const satisfies readonly (keyof MessageSettings)[];
