import { OPEN_BECAUSE, type OutboundInForce } from '@trunkline/voice-routing';
import { Cents, Country, Flag, Integer, Nested, OneOf, Texts } from '../../http';

export class OutboundCountryDto {
  @Country({ description: 'Country of the number called.', example: 'KE' })
  country: string;

  @Flag({ description: 'Whether the account may call numbers of the country.' })
  open: boolean;

  @OneOf({
    description:
      'Why the country is open: `account`, it is in `allowed_countries`; without that list, `own`, the country of the ' +
      'account; `exception`, opened by an operator; `default`, open to every account; `charged`, called before outbound ' +
      'calls were closed by default; `number`, the account has a number there, and the country is not high-risk. Null: it is closed.',
    nullable: true,
    values: OPEN_BECAUSE,
    name: 'OpenBecause',
  })
  openBecause: OutboundInForce['countries'][number]['openBecause'];

  @Flag({ description: 'Whether opening the country takes a verified account, which this one is not.' })
  needsVerification: boolean;
}

/** The rules in force, and why. */
export class OutboundInForceDto {
  @Cents({
    description:
      'The most that outbound calls, and outbound legs of forwarded calls, may cost per UTC day: the lower of the cap of ' +
      'the account and that of its tier. Null: no cap.',
    example: 10_000,
    nullable: true,
  })
  dailyCapCents: number | null;

  @Cents({ description: 'Charged for such calls on this UTC day, and held by those in progress.', example: 420 })
  usedTodayCents: number;

  @Integer({
    description: 'Calls that may start per second: the lower of the setting of the account and the limit of its tier.',
    example: 5,
    nullable: true,
  })
  callsPerSecond: number | null;

  @Integer({
    description: 'Calls that cost more per minute are rejected, in micro-cents. Null: no limit.',
    example: 50_000_000,
    nullable: true,
  })
  maxRatePerMinuteMicrocents: number | null;

  @Nested(() => OutboundCountryDto, { description: 'Every country that has numbers, by code.', many: true, max: 300 })
  countries: readonly OutboundCountryDto[];

  @Texts({
    description:
      'First digits of numbers, without `+`, that an operator has opened although they share revenue or belong to no country.',
    example: ['881'],
  })
  exceptedRanges: readonly string[];
}

export function toOutboundDto({ countries, ...inForce }: OutboundInForce): OutboundInForceDto {
  return { ...inForce, countries: countries.map((each) => ({ ...each, open: each.openBecause !== null })) };
}
