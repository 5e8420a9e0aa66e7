import { displayRate, RATES_MAX, type RateQuery, type RateView } from '@trunkline/cdr';
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

export class SmsRateDto {
  @Text({ description: 'Prefix of the number, without +; empty for every number.', example: '49', min: 0 })
  prefix: string;

  @Text({ description: 'Destination.', example: 'Germany' })
  description: string;

  @OneOf({ description: 'Direction of the message.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({ description: 'Exact human-readable price per segment.', example: '$0.1300' })
  pricePerSegmentDisplay: string;

  @Integer({ description: 'Price per segment, in millionths of a cent.', example: 13_000_000 })
  pricePerSegmentMicrocents: number;

  @UnixTime({ description: 'Time since which the price applies.' })
  effectiveFrom: Date;
}

export class SmsRatesDto {
  @Nested(() => SmsRateDto, { description: 'Prices, longest prefix first.', many: true, max: RATES_MAX })
  items: readonly SmsRateDto[];
}

export class SmsRatesQuery {
  @QueryE164({
    description: 'Number in E.164 format. The first item is its price.',
    example: '+4915112345678',
  })
  to?: string;

  @QueryPrefix({
    description:
      'First digits of numbers, with or without +. Returns the prices of all numbers that start with them. Cannot be combined ' +
      'with `to`.',
    example: '49',
  })
  prefix?: string;

  @QueryOneOf({
    description: 'Direction of the message. Of inbound messages, the number is the own one.',
    default: 'outbound',
    values: DIRECTIONS,
    name: 'CallDirection',
  })
  direction?: Direction;
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

export function askedOf(kind: RateQuery['kind'], given: RatesQuery, accountId: string): RateQuery {
  const { to, prefix, direction, numberType } = given;
  return {
    kind,
    accountId,
    direction: direction ?? 'outbound',
    to: to ?? null,
    prefix: prefix ?? null,
    numberType: numberType ?? null,
  };
}

export function toSmsRateDto({ ratePerMinuteMicrocents: price, ...rate }: RateView): SmsRateDto {
  return { ...rate, pricePerSegmentDisplay: displayRate(price), pricePerSegmentMicrocents: price };
}

export function toRateDto(rate: RateView): RateDto {
  return {
    ...rate,
    ratePerMinuteDisplay: displayRate(rate.ratePerMinuteMicrocents),
    increment: { firstSeconds: rate.firstSeconds, nextSeconds: rate.nextSeconds },
  };
}
