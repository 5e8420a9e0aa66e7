import { addressOf, fromUnixSeconds, plainAddress } from '@trunkline/kernel';
import * as v from 'valibot';
import { invalid } from '../switch-error';

const TEXT_MAX = 255;
const NODE_MAX = 64;
const RTT_MAX_MS = 600_000;
/** No control characters, and no unpaired surrogates, which PostgreSQL does not store. */
const STORABLE = /^[^\p{Cc}\p{Cs}]*$/u;
/** Up to the year 9999. */
const TIME_MAX = 253_402_300_799;

/** An object whose unknown members are ignored, because switches differ. A missing required member is named. */
export const members = <T extends v.ObjectEntries>(entries: T) => v.object(entries, 'is required');

const textMessage = (min: number) => `must be text of ${min} to ${TEXT_MAX} characters without control characters`;

export const text = ({ min = 1, message = textMessage(min) } = {}) => {
  return unlessTooLong(
    v.pipe(v.string(message), v.minLength(min, message), v.maxLength(TEXT_MAX, message), v.regex(STORABLE, message)),
  );
};

/** Ends the checks of a text with the first that fails, so that no check reads a text that is too long. */
export const unlessTooLong = <S extends v.GenericSchema>(schema: S) => v.config(schema, { abortPipeEarly: true });

/** Null for a member that is missing, null or empty. */
export const optionalText = () =>
  v.nullish(
    v.pipe(
      text({ min: 0, message: textMessage(1) }),
      v.transform((value) => (value === '' ? null : value)),
    ),
    null,
  );

/** The process of the switch; empty for a switch of one process, which need not name it. */
export const node = () => {
  const message = `must be text of 1 to ${NODE_MAX} characters without control characters`;
  return v.nullish(
    unlessTooLong(v.pipe(v.string(message), v.maxLength(NODE_MAX, message), v.regex(STORABLE, message))),
    '',
  );
};

/** One of the words, in any case; null for a member that is missing, null or empty. */
export const optionalWord = <const W extends string>(words: readonly W[]) => {
  const known = new Map(words.map((word) => [word.toLowerCase(), word]));
  return v.pipe(
    optionalText(),
    v.check((value) => value === null || known.has(value.toLowerCase()), `must be one of ${words.join(', ')}`),
    v.transform((value) => (value === null ? null : (known.get(value.toLowerCase()) ?? null))),
  );
};

/**
 * A header that names a caller. A call is never rejected for its caller: a header that cannot be stored is reduced to its URI,
 * and a URI that cannot be stored is read as a withheld caller.
 */
export const caller = () => v.pipe(v.nullable(v.string('must be text'), ''), v.transform(storableCaller));

function storableCaller(header: string): string {
  return [header, addressOf(header)].find((each) => isListedText(each)) ?? '';
}

/** An IPv4 or IPv6 address without a zone. An IPv4-mapped address is returned as IPv4. */
export const optionalAddress = () =>
  unlessTooLong(
    v.pipe(
      optionalText(),
      v.transform((value) => value && withoutBrackets(value)),
      v.check((value) => value === null || plainAddress(value) !== null, 'must be an IP address'),
      v.transform(plainAddress),
    ),
  );

/** As `optionalAddress`, for a member that is required. */
export const address = () => v.pipe(optionalAddress(), v.string('is required'));

/** Some switches send an IPv6 address as in a URI (RFC 3986, section 3.2.2). */
function withoutBrackets(address: string): string {
  return address.startsWith('[') && address.endsWith(']') && address.includes(':') ? address.slice(1, -1) : address;
}

export const integer = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};

/** An integer in a query. */
export const queryInteger = (min: number, max: number, usual: number) => {
  const digits = v.regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`);
  return v.nullish(v.pipe(v.string(), digits, v.transform(Number), integer(min, max)), String(usual));
};

export const flag = () => v.boolean('must be true or false');

/** Unix seconds, with or without a fraction. */
export const time = () => {
  const message = `must be a number from 0 to ${TIME_MAX}`;
  return v.pipe(v.number(message), v.minValue(0, message), v.maxValue(TIME_MAX, message), v.transform(fromUnixSeconds));
};

export const sipCode = () => v.nullish(integer(100, 699), null);

/** The result of an OPTIONS request or a call, as reports and results of commands state it. */
export const result = {
  ok: flag(),
  sip_code: sipCode(),
  rtt_ms: v.nullish(integer(0, RTT_MAX_MS), null),
};

/** Items that are validated one by one. */
export const items = (max: number) => {
  const message = `must be a list of 1 to ${max}`;
  return v.pipe(v.array(v.unknown(), message), v.minLength(1, message), v.maxLength(max, message));
};

/** At most `max` texts. Reports one error for the list, however many items are invalid. */
export const texts = (max: number) =>
  v.custom<string[]>(
    (value) => Array.isArray(value) && value.length <= max && value.every(isListedText),
    `must be a list of at most ${max} texts`,
  );

const isListedText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= TEXT_MAX && STORABLE.test(value);

export type Body = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws 422 unless the body is a JSON object. */
export function bodyOf(value: unknown): Body {
  if (!isObject(value)) throw invalid({ body: 'must be an object' });
  return value;
}

/** Throws 422 that names every invalid member. */
export function parse<T extends v.GenericSchema>(schema: T, body: Body): v.InferOutput<T> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.issues) fields[String(path?.[0].key)] ??= message;
  throw invalid(fields);
}
