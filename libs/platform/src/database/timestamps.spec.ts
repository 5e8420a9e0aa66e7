import { types } from 'pg';
import { instantOf } from './timestamps';

const TIMESTAMP = 1114;
/** The driver's own reader, which `timestamptz` had before. */
const driver = types.getTypeParser(TIMESTAMP);

describe('an instant out of PostgreSQL', () => {
  it.each([
    ['2026-11-22 00:54:02+00', '2026-11-22T00:54:02.000Z'],
    ['2026-11-22 00:54:02.1+00', '2026-11-22T00:54:02.100Z'],
    ['2024-02-29 23:59:59.04+00', '2024-02-29T23:59:59.040Z'],
    ['1000-01-01 00:00:00.007+00', '1000-01-01T00:00:00.007Z'],
    ['2026-12-31 23:59:59.999999+00', '2026-12-31T23:59:59.999Z'],
  ])('%s is read as the driver reads it', (text, expected) => {
    expect(instantOf(text)?.toISOString()).toBe(expected);
    expect(driver(text)).toEqual(instantOf(text));
  });

  it.each(['2026-11-22 00:54:02+02', '2026-11-22 00:54:02+05:30', '0099-01-01 00:00:00+00', 'infinity', '-infinity'])(
    '%s is left to the driver',
    (text) => {
      expect(instantOf(text)).toBeNull();
    },
  );

  it.each(['12026-11-22 00:54:02+00', '0044-03-15 12:00:00+00 BC', '2026-11-22'])('%s, too', (text) => {
    expect(instantOf(text)).toBeNull();
  });
});
