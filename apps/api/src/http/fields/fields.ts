import { applyDecorators } from '@nestjs/common';
import {
  emailAddress,
  EXAMPLE_TIME,
  exampleId,
  fromUnixSeconds,
  hasControls,
  hasVisible,
  isCanonicalNumber,
  isCountry,
  isNumberCountry,
  numberFault,
  plainAddress,
} from '@trunkline/kernel';
import { isBoolean, isInt, isString, ValidateIf } from 'class-validator';
import { DescribedAs, type Schema } from '../openapi/schema';
import { Conversion, declare, type FieldOptions } from './members';
import { isWithin, type Rule, rule, TEXT_MAX, TextConversion } from './raw-texts';

const EMAIL_MAX = 254;
/** How many characters of a valid text normalizing and trimming may remove. */
const SHORTENED_MAX = 255;
const BIGGEST = Number.MAX_SAFE_INTEGER;

/** Declares presence, nullability and documentation, which all fields share. */
export function field(options: FieldOptions, schema: Schema, ...rules: PropertyDecorator[]): PropertyDecorator {
  const { description, example, optional = false, nullable = false, jsonName } = options;
  const described = {
    ...schema,
    description,
    ...(options.default !== undefined && { default: options.default }),
    ...(example !== undefined && { examples: [example] }),
  };
  return applyDecorators(
    DescribedAs(described, { required: !optional, nullable, jsonName }),
    ValidateIf((_body, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ...rules,
    (prototype: object, property: string | symbol) => declare(prototype, property, { options, schema, rules }),
  );
}

/**
 * Normalizes text to NFC and trims it. Text with control characters is left unchanged, so that trimming does not hide
 * them from the rule that rejects them.
 */
const normalized = ({ lines, max = TEXT_MAX }: TextOptions) =>
  TextConversion((text) => (hasControls(text, { lines }) ? text : text.normalize('NFC').trim()), max + SHORTENED_MAX);

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** The meaning of `pattern`, which completes "must be …". */
  readonly hint?: string;
  /** Line breaks are allowed. */
  readonly lines?: boolean;
}

export function textFault(value: unknown, { min = 1, max = TEXT_MAX, pattern, lines }: TextOptions): boolean {
  if (!isString(value) || !isWithin(value, max) || hasControls(value, { lines })) return true;
  return Array.from(value).length < min || pattern?.test(value) === false;
}

/** True for text without a visible character. */
const isBlank = (value: unknown) => isString(value) && value !== '' && !hasVisible(value);

export const textRule = (options: TextOptions): Rule => ({
  name: 'text',
  accepts: (value) => !textFault(value, options) && !isBlank(value),
  message: options.hint
    ? `must be ${options.hint}`
    : `must be text of ${options.min ?? 1} to ${options.max ?? TEXT_MAX} characters without control characters`,
  max: options.max,
});

/** Text of `min` (1) to `max` (255) characters, at least one of them visible: NFC, trimmed, no control characters. */
export function Text(options: TextOptions): PropertyDecorator {
  const { min = 1, max = TEXT_MAX, pattern } = options;
  const schema = { type: 'string', minLength: min, maxLength: max, ...(pattern && { pattern: pattern.source }) };
  return applyDecorators(normalized(options), field(options, schema, rule(textRule(options))));
}

/** The code of a currency. */
export const Currency = (): PropertyDecorator => Text({ description: 'ISO 4217 code.', example: 'USD' });

/** A password or token, neither trimmed nor normalized. */
export function Secret(given: TextOptions): PropertyDecorator {
  const options = { example: 'correct horse battery staple', ...given };
  const { min = 1, max = TEXT_MAX } = options;
  const accepts = (value: unknown) => !textFault(value, options);
  const message = options.hint
    ? `must be ${options.hint}`
    : `must be ${min} to ${max} characters without control characters`;
  return field(
    options,
    { type: 'string', minLength: min, maxLength: max },
    rule({ name: 'secret', accepts, message, max }),
  );
}

/** An email address in its canonical form, so that two spellings of a mailbox are one user. */
export function Email(options: FieldOptions): PropertyDecorator {
  const accepts = (value: unknown) => isString(value) && emailAddress(value) !== null;
  return applyDecorators(
    TextConversion((text) => emailAddress(text) ?? text, EMAIL_MAX),
    field(
      options,
      { type: 'string', format: 'email', maxLength: EMAIL_MAX },
      rule({ name: 'email', accepts, message: emailFault }),
    ),
  );
}

/** Says what is wrong with an email address, if that is plain. */
function emailFault(value: unknown): string {
  const [local = '', domain] = isString(value) ? value.split('@') : [];
  if (/[^\x00-\x7f]/.test(local)) return 'must be an email address with only ASCII characters before the @';
  if (domain && !domain.includes('.'))
    return 'must be an email address with a complete domain, such as name@example.com';
  return 'must be an email address, such as name@example.com';
}

/** The longest spelling of an IPv6 address. */
const ADDRESS_MAX = 45;

/** An IPv4 or IPv6 address without a zone. An IPv4-mapped address becomes IPv4. */
export function IpAddress(options: FieldOptions): PropertyDecorator {
  const accepts = (value: unknown) => isString(value) && plainAddress(value) !== null;
  return applyDecorators(
    TextConversion((text) => plainAddress(text) ?? text, ADDRESS_MAX),
    field(
      options,
      { type: 'string', maxLength: ADDRESS_MAX },
      rule({ name: 'ipAddress', accepts, message: 'must be an IPv4 or IPv6 address', max: ADDRESS_MAX }),
    ),
  );
}

export const phoneRule: Rule = {
  name: 'e164',
  accepts: (value) => isString(value) && isCanonicalNumber(value),
  message: (value) => numberFault(value) ?? '',
};

export const PHONE_SCHEMA = { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' };

/** A number in canonical form; another spelling is rejected with its canonical form. See docs/numbers.md#canonical-form. */
export function E164(options: FieldOptions): PropertyDecorator {
  return field(options, PHONE_SCHEMA, rule(phoneRule));
}

export const countryRule: Rule = {
  name: 'country',
  accepts: isCountry,
  message: 'must be an ISO 3166-1 alpha-2 country code in upper case, XK, AC or TA',
};

export const numberCountryRule = {
  name: 'numberCountry',
  accepts: isNumberCountry,
  message: 'must be an ISO 3166-1 alpha-2 country code in upper case, XK, AC, TA, or ZZ for iNum',
} satisfies Rule;

const COUNTRY_SCHEMA = { type: 'string', pattern: '^[A-Z]{2}$' };

/** A country: ISO 3166-1 alpha-2, XK, AC or TA. */
export function Country(options: FieldOptions): PropertyDecorator {
  return field(options, COUNTRY_SCHEMA, rule(countryRule));
}

/** The country of a number: a country, or ZZ for iNum. */
export function NumberCountry(options: FieldOptions): PropertyDecorator {
  return field(options, COUNTRY_SCHEMA, rule(numberCountryRule));
}

export interface OneOfOptions extends Omit<FieldOptions, 'example'> {
  readonly values: readonly string[];
  /** The name of the enumeration in the OpenAPI document. */
  readonly name?: string;
  /** Named parts of the enumeration, which the client exports as lists. */
  readonly subsets?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the schema of one of some words. */
export function enumSchema({ values, name, subsets }: Pick<OneOfOptions, 'values' | 'name' | 'subsets'>): Schema {
  return { type: 'string', enum: values, ...(name && { enumName: name }), ...(subsets && { 'x-subsets': subsets }) };
}

export const oneOfRule = (values: readonly string[]): Rule => ({
  name: 'oneOf',
  accepts: (value) => isString(value) && values.includes(value),
  message: `must be one of ${values.join(', ')}`,
});

export function OneOf(options: OneOfOptions): PropertyDecorator {
  return field(options, enumSchema(options), rule(oneOfRule(options.values)));
}

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

const integerRule = ({ min = -BIGGEST, max = BIGGEST }: NumberOptions): Rule => ({
  name: 'integer',
  accepts: (value) =>
    isInt(value) && Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  message: min === -BIGGEST && max === BIGGEST ? 'must be an integer' : `must be an integer from ${min} to ${max}`,
});

const bounds = ({ min, max }: NumberOptions) => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});

export function Integer(options: NumberOptions): PropertyDecorator {
  return field(options, { type: 'integer', ...bounds(options) }, rule(integerRule(options)));
}

/** Signed integer cents. */
export const Cents = Integer;

export interface DecimalOptions extends NumberOptions {
  /** Maximum number of decimal places. */
  readonly places?: number;
}

/** With `places`, `String(value)` is exactly what the client sent. */
export function Decimal(options: DecimalOptions): PropertyDecorator {
  const { min = -Infinity, max = Infinity, places } = options;
  const form = places === undefined ? /./ : new RegExp(`^-?\\d{1,9}(\\.\\d{1,${places}})?$`);
  const accepts = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max && form.test(String(value));
  const range = min === -Infinity || max === Infinity ? '' : ` from ${min} to ${max}`;
  const precision = places === undefined ? '' : ` with at most ${places} decimal places`;
  return field(
    options,
    { type: 'number', ...bounds(options) },
    rule({ name: 'number', accepts, message: `must be a number${range}${precision}` }),
  );
}

export function Flag(options: Omit<FieldOptions, 'example'>): PropertyDecorator {
  return field(
    options,
    { type: 'boolean' },
    rule({ name: 'flag', accepts: isBoolean, message: 'must be true or false' }),
  );
}

// Up to the year 9999; beyond it PostgreSQL and JavaScript format times differently.
const TIME_MAX = 253_402_300_799;

/** A time: integer Unix seconds in JSON. */
export function UnixTime(options: FieldOptions): PropertyDecorator {
  const range = { min: 0, max: TIME_MAX, description: options.description };
  const { accepts, message } = integerRule(range);
  return applyDecorators(
    Conversion((value) => (accepts(value) ? fromUnixSeconds(value as number) : value)),
    field(
      { example: EXAMPLE_TIME, ...options },
      { type: 'integer', ...bounds(range) },
      rule({ name: 'time', accepts: (value) => value instanceof Date, message }),
    ),
  );
}

export interface IdOptions extends FieldOptions {
  readonly prefix: string;
}

export const ID_PATTERN = /^[a-z]{2,6}_[0-9a-z]{1,48}$/;

export function idRule(prefix: string): Rule {
  const accepts = (value: unknown) => isString(value) && ID_PATTERN.test(value) && value.startsWith(`${prefix}_`);
  return { name: 'id', accepts, message: `must be an identifier that starts with ${prefix}_` };
}

export const idSchema = (prefix: string) => ({ type: 'string', pattern: `^${prefix}_[0-9a-z]{1,48}$` });

/** An opaque identifier of this service. */
export function Id(options: IdOptions): PropertyDecorator {
  return field(
    { example: exampleId(options.prefix), ...options },
    idSchema(options.prefix),
    rule(idRule(options.prefix)),
  );
}
