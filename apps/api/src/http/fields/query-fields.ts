import { applyDecorators } from '@nestjs/common';
import { fromUnixSeconds } from '@trunkline/kernel';
import {
  type FieldOptions,
  Flag,
  type IdOptions,
  Integer,
  type NumberOptions,
  OneOf,
  type OneOfOptions,
  UnixTime,
} from './fields';
import { Countries, Ids, ListOf, NumberCountries } from './list-fields';
import { TextConversion } from './raw-texts';

// Query parameters are text. These fields convert them to numbers, booleans and lists, and are all optional.
const INTEGER = /^-?\d{1,16}$/;

const integer = (text: string): unknown => (INTEGER.test(text) ? Number(text) : text);
const flag = (text: string): unknown => ({ true: true, false: false })[text] ?? text;

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
  return applyDecorators(TextConversion(integer), UnixTime({ optional: true, ...options }));
}

/** Returns the time of an optional query parameter in Unix seconds. */
export function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : fromUnixSeconds(seconds);
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
    values: ['asc', 'desc'],
    name: 'SortOrder',
    ...options,
  });
}

/** Comma-separated enumeration values. */
export function QueryList(
  options: FieldOptions & { readonly values: readonly string[]; readonly name?: string },
): PropertyDecorator {
  return applyDecorators(CommaSeparated(), ListOf({ optional: true, min: 1, max: options.values.length, ...options }));
}

/** Comma-separated identifiers. */
export function QueryIds(options: IdOptions): PropertyDecorator {
  const example = `${options.prefix}_0mh2k3l4p9f1c2d3e4b5a6978`;
  return applyDecorators(CommaSeparated(), Ids({ optional: true, min: 1, example, ...options }));
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
