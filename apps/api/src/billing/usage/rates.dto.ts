import { DIRECTIONS, displayPerMinute, type RateQuery, type RateView } from '@trunkline/cdr';
import { unixSeconds } from '@trunkline/kernel';
import { NUMBER_TYPES } from '@trunkline/numbering';
import { Cents, E164, Integer, Nested, OneOf, QueryOneOf, Text, UnixTime } from '../../http';

const PREFIX = /^\+?[0-9]{1,15}$/;

export class RateIncrementDto {
  @Integer({ description: 'The shortest time that is charged.', example: 60 })
  first_s: number;

  @Integer({ description: 'Beyond it, time is charged in multiples of this.', example: 1 })
  next_s: number;
}

export class RateDto {
  @Text({
    description: 'First digits of the number called, without +; empty for every number.',
    example: '4915',
    min: 0,
  })
  prefix: string;

  @Text({ description: 'Where that is.', example: 'Germany, mobile' })
  description: string;

  @OneOf({ description: 'Direction.', values: DIRECTIONS, name: 'CallDirection', example: 'outbound' })
  direction: string;

  @Text({
    description: 'For calls in: the kind of your number that it is for; null for every kind.',
    example: 'tollfree',
    nullable: true,
  })
  number_type: string | null;

  @Text({ description: 'The price per minute for people, exact.', example: '$0.0350' })
  rate_per_minute_display: string;

  @Integer({ description: 'The price per minute in millionths of a cent.', example: 3_500_000 })
  rate_per_minute_microcents: number;

  @Nested(() => RateIncrementDto, { description: 'How time is rounded up.' })
  increment: RateIncrementDto;

  @Cents({ description: 'Charged once for an answered call.', example: 0 })
  connection_fee_cents: number;

  @UnixTime({ description: 'Since when the price is in force.' })
  effective_from: number;
}

export class RatesDto {
  @Nested(() => RateDto, { description: 'The longest prefix first.', many: true })
  items: RateDto[];
}

export class RatesQuery {
  @E164({
    description: 'The number that would be called; write + as %2B. The first item is its price.',
    example: '+4915112345678',
    optional: true,
  })
  to?: string;

  @Text({
    description: 'Every price whose prefix begins with these digits. Not together with `to`.',
    example: '49',
    pattern: PREFIX,
    hint: '1 to 15 digits, with or without +',
    optional: true,
  })
  prefix?: string;

  @QueryOneOf({ description: 'Default outbound.', values: DIRECTIONS, name: 'CallDirection' })
  direction?: 'inbound' | 'outbound';

  @QueryOneOf({ description: 'With inbound: only for this kind of number.', values: NUMBER_TYPES, name: 'NumberType' })
  number_type?: string;
}

export function askedOf({ to, prefix, direction, number_type }: RatesQuery): RateQuery {
  return {
    direction: direction ?? 'outbound',
    to: to ?? null,
    prefix: prefix ?? null,
    numberType: number_type ?? null,
  };
}

export function toRateDto(rate: RateView): RateDto {
  return {
    prefix: rate.prefix,
    description: rate.description,
    direction: rate.direction,
    number_type: rate.numberType,
    rate_per_minute_display: displayPerMinute(rate.ratePerMinuteMicrocents),
    rate_per_minute_microcents: rate.ratePerMinuteMicrocents,
    increment: { first_s: rate.firstSeconds, next_s: rate.nextSeconds },
    connection_fee_cents: rate.connectionFeeCents,
    effective_from: unixSeconds(rate.effectiveFrom),
  };
}
