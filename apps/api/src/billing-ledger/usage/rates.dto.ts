import { displayPerMinute, RATES_MAX, type RateQuery, type RateView } from '@trunkline/cdr';
import { type Direction, DIRECTIONS, NUMBER_TYPES } from '@trunkline/kernel';
import { Cents, Integer, Nested, OneOf, QueryE164, QueryOneOf, QueryPrefix, Text, UnixTime } from '../../http';

export class RateIncrementDto {
  @Integer({ description: 'Minimum charged time, in seconds.', example: 60 })
  firstSeconds: number;

  @Integer({ description: 'Increment beyond `first_s`, in seconds.', example: 1 })
  nextSeconds: number;
}

export class RateDto {
  @Text({ description: 'Prefix of the called number, without +; empty for every number.', example: '4915', min: 0 })
  prefix: string;

  @Text({ description: 'Destination.', example: 'Germany, mobile' })
  description: string;

  @OneOf({ description: 'Call direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({
    description: 'Inbound: type of the called number; null for every type.',
    example: 'tollfree',
    nullable: true,
  })
  numberType: string | null;

  @Text({ description: 'Exact human-readable price per minute.', example: '$0.0350' })
  ratePerMinuteDisplay: string;

  @Integer({ description: 'Price per minute, in millionths of a cent.', example: 3_500_000 })
  ratePerMinuteMicrocents: number;

  @Nested(() => RateIncrementDto, { description: 'Rounding of the call time.' })
  increment: RateIncrementDto;

  @Cents({ description: 'Fee per answered call, in cents.', example: 0 })
  connectionFeeCents: number;

  @UnixTime({ description: 'Time since which the price applies.' })
  effectiveFrom: Date;
}

export class RatesDto {
  @Nested(() => RateDto, { description: 'Prices, longest prefix first.', many: true, max: RATES_MAX })
  items: readonly RateDto[];
}

export class RatesQuery {
  @QueryE164({
    description: 'Called number in E.164 format. The first item is its price.',
    example: '+4915112345678',
  })
  to?: string;

  @QueryPrefix({
    description:
      'First digits of called numbers, with or without +. Returns the prices of all numbers that start with them. Cannot be ' +
      'combined with `to`.',
    example: '4930',
  })
  prefix?: string;

  @QueryOneOf({ description: 'Call direction.', default: 'outbound', values: DIRECTIONS, name: 'CallDirection' })
  direction?: Direction;

  @QueryOneOf({
    description: 'Inbound: only prices for this type of number.',
    values: NUMBER_TYPES,
    name: 'NumberType',
  })
  numberType?: string;
}

export function askedOf({ to, prefix, direction, numberType }: RatesQuery, accountId: string): RateQuery {
  return {
    accountId,
    direction: direction ?? 'outbound',
    to: to ?? null,
    prefix: prefix ?? null,
    numberType: numberType ?? null,
  };
}

export function toRateDto(rate: RateView): RateDto {
  return {
    ...rate,
    ratePerMinuteDisplay: displayPerMinute(rate.ratePerMinuteMicrocents),
    increment: { firstSeconds: rate.firstSeconds, nextSeconds: rate.nextSeconds },
  };
}
