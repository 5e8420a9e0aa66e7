import { IsInt, Max, Min } from 'class-validator';
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
}

export const CALL_SETTING_NAMES = [
  'OUTBOUND_DAILY_CAP_TRIAL_CENTS',
  'OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS',
] as const satisfies readonly (keyof CallSettings)[];
