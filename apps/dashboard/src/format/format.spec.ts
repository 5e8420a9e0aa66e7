import { Format, words } from './format';

describe('Format', () => {
  const format = new Format('en-US', 'UTC');

  it('writes cents as money, with a true minus sign', () => {
    expect(format.money(123_456)).toBe('$1,234.56');
    expect(format.money(-5)).toBe('\u2212$0.05');
    expect(new Format('de-DE').money(500, 'EUR')).toMatch(/^5,00\s€$/);
  });

  it('writes the mean price of a unit with four decimals', () => {
    expect(format.average(735, 343)).toBe('$0.0214');
    expect(format.average(100, 1)).toBe('$1.0000');
    expect(format.average(-2, 3)).toBe('\u2212$0.0067');
  });

  it('writes rates with four digits', () => {
    expect(format.rate(600_000)).toBe('$0.0060');
    expect(format.rate(1_000_000)).toBe('$0.0100');
    expect(format.rate(12_345_678)).toBe('$0.1235');
  });

  it('writes spans of days', () => {
    expect([1, 40].map((value) => format.days(value))).toEqual(['1 day', '40 days']);
  });

  it('writes durations as minutes and seconds, and hours where there are any', () => {
    expect([7, 247, 3723].map((seconds) => format.duration(seconds))).toEqual(['0:07', '4:07', '1:02:03']);
  });

  it('writes times and counts days in a time zone that is set later', () => {
    const local = new Format('en-US', 'UTC');
    const at = Date.UTC(2026, 10, 22, 2) / 1000;
    local.setTimeZone('America/New_York');
    expect([local.timeZone, local.day(at), local.time(at)]).toEqual([
      'America/New_York',
      'Nov 21, 2026',
      'Nov 21, 2026, 21:00:00',
    ]);
    expect(local.startOfDay('2026-11-22', 1)).toBe(Date.UTC(2026, 10, 23, 5) / 1000);
    local.setTimeZone('Mars/Olympus');
    expect(local.timeZone).toBe('America/New_York');
  });

  it('writes a calendar date the same in every time zone', () => {
    expect(new Format('en-US', 'America/New_York').date('2031-10-01')).toBe('Oct 1, 2031');
  });

  it('names countries, and iNum, which belongs to none', () => {
    expect(['DE', 'ZZ'].map((code) => format.country(code))).toEqual(['Germany', 'iNum']);
    // An address can hold anything.
    expect(['Germany', 'D', ''].map((code) => format.country(code))).toEqual(['Germany', 'D', '']);
  });

  it('turns enumerated values into words', () => {
    const values = ['pending_documents', 'sms', 't38', 'topup'];
    expect(values.map(words)).toEqual(['Pending documents', 'SMS', 'T.38', 'Top-up']);
  });
});
