import { applyDecorators } from '@nestjs/common';
import { isTimeZone, numberFault, prefixFault, SORT_ORDERS } from '@trunkline/kernel';
import {
  E164,
  Flag,
  type IdOptions,
  Integer,
  type NumberOptions,
  OneOf,
  type OneOfOptions,
  Text,
  type TextOptions,
  UnixTime,
} from './fields';
import { Countries, Ids, type ListOptions, ListOf, NumberCountries } from './list-fields';
import type { FieldOptions } from './members';
import { rule, TextConversion } from './raw-texts';

// Query parameters are text. These fields convert them to numbers, booleans and lists, and are all optional.
const INTEGER = /^-?\d{1,16}$/;

const integer = (text: string): unknown => (INTEGER.test(text) ? Number(text) : text);
const flag = (text: string): unknown => ({ true: true, false: false })[text] ?? text;
/** Form decoding turns a `+` that was not encoded into a space. */
const plus = (text: string): string => text.replace(/^ (?=\d)/, '+');

/** The longest list of values is shorter, and so is what Node reads of a URL. */
const LIST_TEXT_MAX = 16_384;

/** Splits a text at its commas and converts each part. */
export function CommaSeparated(convert: (part: string) => unknown = (part) => part): PropertyDecorator {
  return TextConversion((text) => text.split(',').map(convert), LIST_TEXT_MAX);
}

export function QueryInteger(options: NumberOptions): PropertyDecorator {
  return applyDecorators(TextConversion(integer), Integer({ optional: true, ...options }));
}

export function QueryTime(options: FieldOptions): PropertyDecorator {
  return applyDecorators(UnixTime({ optional: true, ...options }), TextConversion(integer));
}

export function QueryFlag(options: Omit<FieldOptions, 'example'>): PropertyDecorator {
  return applyDecorators(TextConversion(flag), Flag({ optional: true, ...options }));
}

export function QueryOneOf(options: OneOfOptions): PropertyDecorator {
  return OneOf({ optional: true, ...options });
}

/** The order of a list by its sort key. */
export function QueryOrder(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return QueryOneOf({
    description: 'Sort order.',
    default: 'desc',
    values: SORT_ORDERS,
    name: 'SortOrder',
    ...options,
  });
}

/** Comma-separated enumeration values. */
export function QueryList(options: ListOptions & OneOfOptions): PropertyDecorator {
  return applyDecorators(CommaSeparated(), ListOf({ optional: true, min: 1, max: options.values.length, ...options }));
}

const ZONE_NAME_MAX = 64;

/** The name of a time zone by whose clock times are grouped or written. */
export function TimeZoneName(options: FieldOptions): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'string' && isTimeZone(value);
  return applyDecorators(
    Text({ example: 'Europe/Berlin', default: 'UTC', optional: true, max: ZONE_NAME_MAX, ...options }),
    rule({ name: 'timeZone', accepts, message: 'must be an IANA time zone such as Europe/Berlin' }),
  );
}

const IDS_MAX = 100;

/** Comma-separated identifiers. */
export function QueryIds(options: IdOptions): PropertyDecorator {
  const example = `${options.prefix}_0mh2k3l4p9f1c2d3e4b5a6978`;
  return applyDecorators(CommaSeparated(), Ids({ optional: true, min: 1, max: IDS_MAX, example, ...options }));
}

const COUNTRIES_MAX = 50;

const COUNTRIES = { optional: true, min: 1, max: COUNTRIES_MAX, example: 'US,DE' } as const;

/** Comma-separated countries of numbers. */
export function QueryCountries(options: Omit<FieldOptions, 'example'>): PropertyDecorator {
  return applyDecorators(CommaSeparated(), NumberCountries({ ...COUNTRIES, ...options }));
}

/** Comma-separated countries of addresses. */
export function QueryAddressCountries(options: Omit<FieldOptions, 'example'>): PropertyDecorator {
  return applyDecorators(CommaSeparated(), Countries({ ...COUNTRIES, ...options }));
}

/** A number. `+` may be sent as it is. */
export function QueryE164(options: FieldOptions): PropertyDecorator {
  return applyDecorators(E164({ optional: true, ...options }), TextConversion(plus));
}

/** Digits of numbers, with or without `+`, which may be sent as it is: of several transformations, the last one runs first. */
export function QueryDigits(options: TextOptions): PropertyDecorator {
  return applyDecorators(Text({ optional: true, ...options }), TextConversion(plus));
}

const PREFIX = /^\+?[1-9]\d{0,14}$/;

/** The first digits of numbers in canonical form, with or without `+`. */
export function QueryPrefix(options: FieldOptions): PropertyDecorator {
  const faultOf = (value: unknown) => prefixFault(`+${String(value).replace(/^\+/, '')}`);
  return applyDecorators(
    QueryDigits({ ...options, pattern: PREFIX, hint: 'the first 1 to 15 digits of a number, with or without +' }),
    rule({ name: 'prefix', accepts: (value) => faultOf(value) === null, message: (value) => faultOf(value) ?? '' }),
  );
}

const PARTY_MAX = 255;
const PARTY = /^[^*]+\*?$/;

/** Caller or callee: a number, a SIP URI, or a prefix of either followed by `*`. Numbers with `+` are in canonical form. */
export function QueryParty(options: FieldOptions): PropertyDecorator {
  const text = {
    optional: true,
    max: PARTY_MAX,
    pattern: PARTY,
    hint: 'a number or SIP URI, or a prefix followed by *',
  };
  return applyDecorators(
    QueryDigits({ ...text, ...options }),
    rule({
      name: 'party',
      accepts: (value) => partyFault(value) === null,
      message: (value) => partyFault(value) ?? '',
    }),
  );
}

function partyFault(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\+[\d*]*$/.test(value)) return null;
  return value.endsWith('*') ? prefixFault(value.slice(0, -1)) : numberFault(value);
}
