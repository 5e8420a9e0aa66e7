import { numberFault } from '@trunkline/kernel';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import {
  countryRule,
  enumSchema,
  field,
  type IdOptions,
  idRule,
  idSchema,
  numberCountryRule,
  type OneOfOptions,
  oneOfRule,
  PHONE_SCHEMA,
  phoneRule,
  textFault,
  type TextOptions,
  textRule,
} from './fields';
import { type FieldOptions, isPlainObject } from './members';
import { type Rule, rule } from './raw-texts';
import type { ItemContext } from './validation';

export interface ListOptions extends FieldOptions {
  readonly min?: number;
  /** How many items there may be at most. Every list of a request states it; a list of a response only if it has a limit. */
  readonly max?: number;
}

const MAP_MAX = 100;

function list(options: ListOptions, items: object, item: Rule, context: ItemContext = {}): PropertyDecorator {
  const { schema, rules } = bounds(options);
  return field(options, { type: 'array', items, ...schema }, rule(item, { each: true, context }), ...rules);
}

/** Returns the keywords and the rules of the length of a list. */
function bounds({ min = 0, max }: ListOptions): { schema: object; rules: PropertyDecorator[] } {
  return {
    schema: { minItems: min, ...(max !== undefined && { maxItems: max }) },
    rules: [
      ArrayMinSize(min, { message: `must have at least ${min} items` }),
      ...(max === undefined ? [] : [ArrayMaxSize(max, { message: `must have at most ${max} items` })]),
      IsArray({ message: 'must be a list' }),
    ],
  };
}

export function Texts(options: ListOptions & { readonly item?: Partial<TextOptions> }): PropertyDecorator {
  return list(options, { type: 'string' }, textRule({ description: options.description, ...options.item }));
}

/** A list of enumeration values. */
export function ListOf(options: ListOptions & OneOfOptions): PropertyDecorator {
  return list(options, enumSchema(options), oneOfRule(options.values));
}

/** A list of identifiers with one prefix. */
export function Ids(options: ListOptions & IdOptions): PropertyDecorator {
  return list(options, idSchema(options.prefix), idRule(options.prefix));
}

export function PhoneNumbers(options: ListOptions): PropertyDecorator {
  return list(options, PHONE_SCHEMA, phoneRule, { itemFault: numberFault });
}

const COUNTRY_SCHEMA = { type: 'string', pattern: '^[A-Z]{2}$' };

/** A list of countries. */
export function Countries(options: ListOptions): PropertyDecorator {
  return list(options, COUNTRY_SCHEMA, countryRule);
}

/** A list of the countries of numbers. */
export function NumberCountries(options: ListOptions): PropertyDecorator {
  return list(options, COUNTRY_SCHEMA, numberCountryRule);
}

type Dto = new () => object;

/** Another DTO, or a list of them with `many`. */
export function Nested(type: () => Dto, options: ListOptions & { readonly many?: boolean }): PropertyDecorator {
  const { many = false } = options;
  const { schema: length, rules } = bounds(options);
  const shape = many ? rules : [rule({ name: 'object', accepts: isPlainObject, message: 'must be an object' })];
  const check = ValidateNested({ each: many, message: many ? 'must be a list of objects' : 'must be an object' });
  const schema = many ? { type: 'array', items: { dto: type }, ...length } : { dto: type };
  return field({ ...options, nested: type }, schema, check, ...shape);
}

/** An object of strings, such as `custom_headers`. */
export function TextMap(
  options: FieldOptions & { readonly max?: number; readonly item?: Partial<TextOptions> },
): PropertyDecorator {
  const { max = MAP_MAX } = options;
  const accepts = (value: unknown) =>
    isPlainObject(value) &&
    Object.keys(value).length <= max &&
    Object.values(value).every((each) => !textFault(each, { description: '', ...options.item }));
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return field(
    options,
    schema,
    rule({ name: 'textMap', accepts, message: `must be an object with at most ${max} string values` }),
    IsObject({ message: 'must be an object' }),
  );
}

/** Any value of JSON, in answers. */
export function AnyValue(options: FieldOptions): PropertyDecorator {
  return field(options, {});
}

/** An object with arbitrary members. */
export function AnyObject(options: FieldOptions): PropertyDecorator {
  const schema = { type: 'object', additionalProperties: true };
  return field(options, schema, IsObject({ message: 'must be an object' }));
}
