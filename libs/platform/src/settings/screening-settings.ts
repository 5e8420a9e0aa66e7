import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';
import { CaptchaSettings } from './captcha-settings';
import { Flag, Int, List } from './conversions';
import { AreNetworks } from './network-check';

/** The action after a finding of fraud screening. */
const FRAUD_MEASURES = ['allow', 'review', 'block'] as const;
export type FraudMeasure = (typeof FRAUD_MEASURES)[number];

const SIGN_UPS_MAX = 1_000_000;
const CODES_MAX = 1_000_000;
/** In a range of fictional numbers. */
const SANDBOX_SENDER = '+12025550198';

/** Settings of fraud screening and address lookup. */
export class ScreeningSettings extends CaptchaSettings {
  /** Addresses and networks that may not sign up or in, in addition to reserved ones. */
  @List()
  @AreNetworks()
  FRAUD_DENIED_NETWORKS: string[] = [];

  /** Sign-ups per public address (IPv6: /64) in 24 hours before further ones are reviewed. 0: no limit. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: number = 5;

  /** The same, before further ones are blocked. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: number = 20;

  /**
   * Sign-ups per email domain in 24 hours before further ones are reviewed, except for public mail providers. Counts those
   * from the same network, and verified ones from other networks. 0: no limit.
   */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: number = 20;

  /** The same for the same network only, before further ones are blocked. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: number = 100;

  /** Action for disposable email domains. */
  @IsIn(FRAUD_MEASURES)
  FRAUD_DISPOSABLE: FraudMeasure = 'review';

  /** Action if the country given at sign-up differs from that of the IP address. */
  @IsIn(FRAUD_MEASURES)
  FRAUD_COUNTRY_MISMATCH: FraudMeasure = 'review';

  /** Path of a MaxMind database (.mmdb) that replaces the bundled one. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  GEOIP_FILE?: string;

  /** Sender of the messages that verify phone numbers: a number in E.164, or a name that carriers accept. */
  @IsOptional()
  @Matches(/^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, {
    message:
      'PHONE_VERIFICATION_FROM must be a number in E.164 format, or a name of 1 to 11 letters, digits and spaces',
  })
  PHONE_VERIFICATION_FROM?: string;

  /** Codes that are sent to the phones of one country per hour, on behalf of all users. */
  @Int()
  @IsInt()
  @Min(1)
  @Max(CODES_MAX)
  PHONE_CODES_PER_COUNTRY_HOUR: number = 100;

  /** Grants the trial credit to an account when its owner verifies a phone number, instead of at sign-up. */
  @Flag()
  @IsBoolean()
  TRIAL_CREDIT_REQUIRES_PHONE: boolean = false;

  phoneSenderOf(isSandbox: boolean): string | null {
    return this.PHONE_VERIFICATION_FROM ?? (isSandbox ? SANDBOX_SENDER : null);
  }
}

export const SCREENING_SETTING_NAMES = [
  'FRAUD_DENIED_NETWORKS',
  'FRAUD_SIGNUPS_PER_ADDRESS_REVIEW',
  'FRAUD_SIGNUPS_PER_ADDRESS_BLOCK',
  'FRAUD_SIGNUPS_PER_DOMAIN_REVIEW',
  'FRAUD_SIGNUPS_PER_DOMAIN_BLOCK',
  'FRAUD_DISPOSABLE',
  'FRAUD_COUNTRY_MISMATCH',
  'GEOIP_FILE',
  'PHONE_VERIFICATION_FROM',
  'PHONE_CODES_PER_COUNTRY_HOUR',
  'TRIAL_CREDIT_REQUIRES_PHONE',
] as const satisfies readonly (keyof ScreeningSettings)[];
