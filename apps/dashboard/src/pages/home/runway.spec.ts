import { runwayDays } from './runway';

const PREPAID = { credit_limit_cents: 0 };

const figures = (balance_cents: number, projected_monthly_cents: number, day = '2026-03-07') => ({
  balance_cents,
  projected_monthly_cents,
  cached_at: Date.parse(`${day}T00:00:00Z`) / 1000,
});

describe('how long the balance lasts', () => {
  it('is counted in whole days at the pace of the month', () => {
    expect(runwayDays(figures(1_000, 3_000), PREPAID)).toBe(10);
    expect(runwayDays(figures(50, 3_000), PREPAID)).toBe(0);
    expect(runwayDays(figures(-500, 3_000), PREPAID)).toBe(0);
  });

  it('is not known without spending', () => {
    expect(runwayDays(figures(0, 0), PREPAID)).toBeNull();
  });

  it('is not known in the first six days of a month', () => {
    expect(runwayDays(figures(1_000, 3_000, '2026-03-01'), PREPAID)).toBeNull();
    expect(runwayDays(figures(1_000, 3_000, '2026-03-06'), PREPAID)).toBeNull();
  });

  it('is not known with a credit limit, or while that is not known', () => {
    expect(runwayDays(figures(1_000, 3_000), { credit_limit_cents: 5_000 })).toBeNull();
    expect(runwayDays(figures(1_000, 3_000), undefined)).toBeNull();
  });
});
