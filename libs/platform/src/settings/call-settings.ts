import { IsInt, Matches, Max, Min } from 'class-validator';
import { Int } from './conversions';
import { SupplierSettings } from './supplier-settings';

const CAP_MAX_CENTS = 1_000_000_000;

/** Caps on the cost of outbound calls per account and UTC day. 0: no cap. Verified and wholesale accounts have none. */
export class CallSettings extends SupplierSettings {
  /** Before the first successful top-up. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(CAP_MAX_CENTS)
  OUTBOUND_DAILY_CAP_TRIAL_CENTS: number = 1_000;

  @Int()
  @IsInt()
  @Min(0)
  @Max(CAP_MAX_CENTS)
  OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS: number = 10_000;

  /** `host:port` of the carrier that `npm start` creates in the sandbox: the echo of a switch on this machine. */
  @Matches(/^[A-Za-z0-9.-]{1,253}:[1-9][0-9]{0,4}$/, { message: 'SANDBOX_CARRIER must be host:port' })
  SANDBOX_CARRIER: string = '127.0.0.1:5090';
}

export const CALL_SETTING_NAMES = [
  'OUTBOUND_DAILY_CAP_TRIAL_CENTS',
  'OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS',
  'SANDBOX_CARRIER',
] as const satisfies readonly (keyof CallSettings)[];
