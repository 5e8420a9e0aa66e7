import { forecastCents } from './forecast';

const none = { usageCents: 0, fixedCents: 0, dueCents: 0 };
const usage = (time: string, usageCents = 1_000): number | null =>
  forecastCents({ ...none, usageCents }, new Date(time));

describe('the forecast of a month', () => {
  it('is not known on the first day', () => {
    expect(usage('2026-11-01T00:00:00Z')).toBeNull();
    expect(usage('2026-11-01T23:59:59.999Z')).toBeNull();
    expect(usage('2026-11-02T00:00:00Z')).toBe(30_000);
  });

  it('follows the elapsed time, not the days begun', () => {
    expect(usage('2026-11-16T00:00:00Z')).toBe(2_000);
    expect(usage('2026-11-15T23:59:59Z')).toBe(2_000);
    expect(usage('2026-11-16T12:00:00Z')).toBe(1_935);
  });

  it('ends at what was spent', () => {
    expect(usage('2026-11-30T23:59:59.999Z')).toBe(1_000);
    expect(usage('2026-12-31T23:59:59Z', 123_456)).toBe(123_456);
  });

  it('knows a leap February', () => {
    expect(usage('2028-02-15T12:00:00Z')).toBe(2_000);
    expect(usage('2027-02-15T00:00:00Z')).toBe(2_000);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia'])(
    'is of the UTC month where clocks change in %s',
    (zone) => {
      const kept = process.env['TZ'];
      process.env['TZ'] = zone;
      try {
        // Clocks go forward on 29 March in Berlin and on 8 March in New York.
        expect(usage('2026-03-16T12:00:00Z')).toBe(2_000);
        expect(usage('2026-03-01T00:30:00Z')).toBeNull();
        expect(usage('2026-03-31T23:59:59Z')).toBe(1_000);
      } finally {
        if (kept === undefined) delete process.env['TZ'];
        else process.env['TZ'] = kept;
      }
    },
  );

  it('counts what is charged once as it is, made or due', () => {
    const now = new Date('2026-11-11T00:00:00Z');
    expect(forecastCents({ usageCents: 0, fixedCents: 500, dueCents: 250 }, now)).toBe(750);
    expect(forecastCents({ usageCents: 100, fixedCents: 500, dueCents: 250 }, now)).toBe(1_050);
    expect(forecastCents(none, now)).toBe(0);
  });
});
