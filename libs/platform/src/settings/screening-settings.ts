import { networkOf } from '@trunkline/kernel';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength, ValidateBy } from 'class-validator';
import { CaptchaSettings } from './captcha-settings';
import { Int, List } from './conversions';

/** The action after a finding of fraud screening. */
const FRAUD_MEASURES = ['allow', 'review', 'block'] as const;
export type FraudMeasure = (typeof FRAUD_MEASURES)[number];

const SIGN_UPS_MAX = 1_000_000;

const IsNetwork = () =>
  ValidateBy(
    {
      name: 'isNetwork',
      validator: {
        validate: (value) => typeof value === 'string' && networkOf(value) !== null,
        defaultMessage: () => 'each of FRAUD_DENIED_NETWORKS must be an address or a network in CIDR form',
      },
    },
    { each: true },
  );

/** Settings of fraud screening and address lookup. */
export class ScreeningSettings extends CaptchaSettings {
  /** Addresses and networks that may not sign up or in, in addition to reserved ones. */
  @List()
  @IsNetwork()
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
] as const satisfies readonly (keyof ScreeningSettings)[];
