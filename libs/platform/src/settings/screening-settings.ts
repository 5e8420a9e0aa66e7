import { IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength, ValidateBy } from 'class-validator';
import { isNetwork } from '../security/network-address';
import { Int, List } from './conversions';

/** What a finding of fraud screening leads to. */
export const FRAUD_MEASURES = ['allow', 'review', 'block'] as const;
export type FraudMeasure = (typeof FRAUD_MEASURES)[number];

const SIGN_UPS_MAX = 1_000_000;

const IsNetwork = () =>
  ValidateBy(
    {
      name: 'isNetwork',
      validator: {
        validate: isNetwork,
        defaultMessage: () => 'each of FRAUD_DENIED_NETWORKS must be an address or a network in CIDR form',
      },
    },
    { each: true },
  );

/** How sign-ups are screened for fraud, and where addresses are looked up. */
export class ScreeningSettings {
  /** Addresses and networks that may neither sign up nor in, beside those that nobody can be in. */
  @List()
  @IsNetwork()
  FRAUD_DENIED_NETWORKS: string[] = [];

  /** How many sign-ups of 24 hours pass from one public address (IPv6: one /64); those past it are reviewed. 0: any number. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: number = 5;

  /** As above; those past it are blocked. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: number = 20;

  /**
   * How many sign-ups of 24 hours pass with one e-mail domain that is no public mail provider's; those past it are
   * reviewed. Counts those from the same network, and from other networks those whose address was verified. 0: any number.
   */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: number = 20;

  /** As above, of those from the same network alone; those past it are blocked. */
  @Int()
  @IsInt()
  @Min(0)
  @Max(SIGN_UPS_MAX)
  FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: number = 100;

  /** A mailbox that anyone may read. */
  @IsIn(FRAUD_MEASURES)
  FRAUD_DISPOSABLE: FraudMeasure = 'review';

  /** The country given at sign-up is not the one that the address lies in. */
  @IsIn(FRAUD_MEASURES)
  FRAUD_COUNTRY_MISMATCH: FraudMeasure = 'review';

  /** A database of addresses in MaxMind's format (.mmdb), in place of the one that comes along. */
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
