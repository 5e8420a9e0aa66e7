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
