// Replaces parsers of the driver, for every connection of the process.
import { types } from 'pg';

const UTC = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/;
const FIRST_YEAR = 1000;
const MILLISECOND_DIGITS = 3;
const ZERO = '0'.charCodeAt(0);

/**
 * Parses a timestamptz as PostgreSQL formats it for a session in UTC, truncated to milliseconds. Returns null for another
 * format. Many times faster than the driver's parser, which matters for pages of a hundred rows.
 */
export function parseTimestamptz(text: string): Date | null {
  if (!UTC.test(text)) return null;
  const year = numberAt(text, 0, 4);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  if (year < FIRST_YEAR) return null;
  const day = Date.UTC(year, numberAt(text, 5, 2) - 1, numberAt(text, 8, 2));
  const seconds = numberAt(text, 11, 2) * 3600 + numberAt(text, 14, 2) * 60 + numberAt(text, 17, 2);
  return new Date(day + seconds * 1000 + millisecondsOf(text));
}

function numberAt(text: string, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/** The fraction starts at index 20 and ends before the three characters of the zone. */
function millisecondsOf(text: string): number {
  const digits = Math.min(MILLISECOND_DIGITS, text.length - 23);
  return digits > 0 ? numberAt(text, 20, digits) * 10 ** (MILLISECOND_DIGITS - digits) : 0;
}

const UNQUOTED = /^\{[^"{}]*\}$/;

/**
 * Parses a one-dimensional text[] as PostgreSQL formats it if no element needs quotes. Returns null for another one. Many times
 * faster than the driver's parser, which reads each character, and each row of most lists has such a column.
 */
export function parseTextArray(text: string): string[] | null {
  if (text === '{}') return [];
  if (!UNQUOTED.test(text)) return null;
  const elements = text.slice(1, -1).split(',');
  // A text that reads NULL would have quotes.
  return elements.includes('NULL') ? null : elements;
}

const INT8_OID = 20;
const TEXT_ARRAY_OID = 1009;

// pg returns int8 as text. Every int8 here is cents or a counter and fits a double.
types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds a safe integer`);
  return value;
});

/** Reads values with `parse`, and those for which it returns null as the driver does. */
function parseFaster(oid: number, parse: (text: string) => unknown): void {
  const driverParser = types.getTypeParser(oid) as (text: string) => unknown;
  types.setTypeParser(oid, (text) => parse(text) ?? driverParser(text));
}

// A day has no time zone. The driver would return its midnight in that of the process.
types.setTypeParser(types.builtins.DATE, (text) => text);
parseFaster(types.builtins.TIMESTAMPTZ, parseTimestamptz);
parseFaster(TEXT_ARRAY_OID, parseTextArray);
