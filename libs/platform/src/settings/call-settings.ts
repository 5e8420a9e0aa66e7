import { isE164 } from '@trunkline/kernel';
import { IsInt, IsOptional, Matches, Max, Min, ValidateBy } from 'class-validator';
import { Int } from './conversions';
import { SupplierSettings } from './supplier-settings';

const CAP_MAX_CENTS = 1_000_000_000;

/** In a range of fictional numbers. */
const SANDBOX_ECHO_NUMBER = '+12025550199';

const IsE164 = () =>
  ValidateBy({
    name: 'e164',
    validator: { validate: isE164, defaultMessage: () => '$property must be a phone number in E.164 format' },
  });

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

  /** A number that answers with an echo, for test calls. The sandbox has one by default. */
  @IsOptional()
  @IsE164()
  ECHO_NUMBER?: string;

  echoNumberOf(isSandbox: boolean): string | null {
    return this.ECHO_NUMBER ?? (isSandbox ? SANDBOX_ECHO_NUMBER : null);
  }
}

export const CALL_SETTING_NAMES = [
  'OUTBOUND_DAILY_CAP_TRIAL_CENTS',
  'OUTBOUND_DAILY_CAP_SELF_SERVE_CENTS',
  'SANDBOX_CARRIER',
  'ECHO_NUMBER',
] as const satisfies readonly (keyof CallSettings)[];
