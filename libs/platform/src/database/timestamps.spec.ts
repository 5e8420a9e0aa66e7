import { types } from 'pg';
import { parseTimestamptz } from './column-parsers';

const TIMESTAMP = 1114;
/** The driver's parser for `timestamp`, which Trunkline does not replace; it reads `timestamptz` alike. */
const driverParser = types.getTypeParser(TIMESTAMP);

describe('parseTimestamptz', () => {
  it.each([
    ['2026-11-22 00:54:02+00', '2026-11-22T00:54:02.000Z'],
    ['2026-11-22 00:54:02.1+00', '2026-11-22T00:54:02.100Z'],
    ['2024-02-29 23:59:59.04+00', '2024-02-29T23:59:59.040Z'],
    ['1000-01-01 00:00:00.007+00', '1000-01-01T00:00:00.007Z'],
    ['2026-12-31 23:59:59.999999+00', '2026-12-31T23:59:59.999Z'],
  ])('parses %s as the driver does', (text, expected) => {
    expect(parseTimestamptz(text)?.toISOString()).toBe(expected);
    expect(driverParser(text)).toEqual(parseTimestamptz(text));
  });

  it.each([
    '2026-11-22 00:54:02+02',
    '2026-11-22 00:54:02+05:30',
    '0099-01-01 00:00:00+00',
    '12026-11-22 00:54:02+00',
    '0044-03-15 12:00:00+00 BC',
    '2026-11-22',
    'infinity',
    '-infinity',
  ])('returns null for %s, which the driver parses', (text) => {
    expect(parseTimestamptz(text)).toBeNull();
  });
});
