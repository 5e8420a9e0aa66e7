import { isTimeZone, offsetText, TimeZone } from './time-zones';

describe('a time zone', () => {
  it.each(['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('is %j', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+01:00', 'Mars/Olympus', 'Europe/', 'Europe/Berlin ', '5', 'Europe/Lon\u0000don'])(
    'is not %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});

describe('TimeZone', () => {
  it.each([
    ['UTC', '2026-11-28T13:00:00.000Z', '2026-11-28T13:00:00.000Z'],
    ['Europe/Berlin', '2026-11-28T13:00:00.001Z', '2026-11-28T14:00:00.001+01:00'],
    ['Europe/Berlin', '2026-07-01T22:30:00.000Z', '2026-07-02T00:30:00.000+02:00'],
    ['Asia/Kathmandu', '2026-11-28T18:14:59.999Z', '2026-11-28T23:59:59.999+05:45'],
    ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000-03:30'],
    ['Africa/Monrovia', '1971-06-01T12:45:59.123Z', '1971-06-01T12:01:59.123-00:44'],
    ['Etc/UTC', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000+00:00'],
  ])('writes times of %s in ISO 8601: %s', (zone, at, expected) => {
    expect(TimeZone.of(zone).isoOf(new Date(at))).toBe(expected);
  });

  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'])('writes each moment of %s', (name) => {
    const zone = TimeZone.of(name);
    // A prime number of milliseconds, so that all digits change.
    for (let ms = Date.UTC(2026, 0); ms < Date.UTC(2027, 0); ms += 16_777_259) {
      const at = new Date(ms);
      const offset = zone.offsetAt(at);
      const local = new Date(ms + offset * 60_000).toISOString();
      expect(zone.isoOf(at)).toBe(name === 'UTC' ? at.toISOString() : local.slice(0, -1) + offsetText(offset));
    }
  });

  it.each([
    ['Europe/Berlin', '2026-10-25T01:00:00Z', [120, 60]],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', [60, 120]],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', [660, 630]],
  ])('finds when the clocks of %s change: %s', (zone, change, offsets) => {
    const at = new Date(change);
    const [from, to] = [-40.3, 30.7].map((hours) => new Date(at.getTime() + hours * 3_600_000)) as [Date, Date];
    expect(TimeZone.of(zone).spansOf(from, to)).toEqual([
      { from, to: at, offsetMinutes: offsets[0] },
      { from: at, to, offsetMinutes: offsets[1] },
    ]);
    expect(TimeZone.of(zone).offsetAt(new Date(at.getTime() - 1))).toBe(offsets[0]);
    expect(TimeZone.of(zone).offsetAt(at)).toBe(offsets[1]);
  });

  it('covers a period without changes by one span, and an empty one by none', () => {
    const [from, to] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
    expect(TimeZone.of('Asia/Kolkata').spansOf(from, to)).toEqual([{ from, to, offsetMinutes: 330 }]);
    expect(TimeZone.of('Asia/Kolkata').spansOf(from, from)).toEqual([]);
  });

  it('writes offsets', () => {
    expect([0, 60, -210, 765].map(offsetText)).toEqual(['+00:00', '+01:00', '-03:30', '+12:45']);
  });
});
