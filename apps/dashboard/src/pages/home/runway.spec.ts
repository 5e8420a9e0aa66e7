import { lowBalanceOf, needsRecharge, runwayDays } from './runway';

const PREPAID = { credit_limit_cents: 0 };

const figures = (balance_cents: number, forecast_monthly_cents: number | null) => ({
  balance_cents,
  forecast_monthly_cents,
});

describe('how long the balance lasts', () => {
  it('is counted in whole days at the forecast of the month', () => {
    expect(runwayDays(figures(1_000, 3_000), PREPAID)).toBe(10);
    expect(runwayDays(figures(50, 3_000), PREPAID)).toBe(0);
    expect(runwayDays(figures(-500, 3_000), PREPAID)).toBe(0);
  });

  it('is not known without spending', () => {
    expect(runwayDays(figures(0, 0), PREPAID)).toBeNull();
  });

  it('is not known on the first day of a month, which has no forecast', () => {
    expect(runwayDays(figures(1_000, null), PREPAID)).toBeNull();
  });

  it('is not known with a credit limit, or while that is not known', () => {
    expect(runwayDays(figures(1_000, 3_000), { credit_limit_cents: 5_000 })).toBeNull();
    expect(runwayDays(figures(1_000, 3_000), undefined)).toBeNull();
  });
});

describe('a low balance', () => {
  const low = (balance_cents: number, alertCents: number | null, forecast: number | null = null) =>
    lowBalanceOf({ ...figures(balance_cents, forecast), active_numbers: 1 }, PREPAID, alertCents);

  it('lies below the alert of the account', () => {
    expect(low(999, 1_000)).toEqual({ alertCents: 1_000 });
    expect(low(1_000, 1_000)).toBeNull();
    expect(low(1, null)).toBeNull();
  });

  it('lasts less than three days, whatever the alert', () => {
    expect(low(200, null, 3_000)).toEqual({ days: 2 });
    expect(low(50, 1_000, 3_000)).toEqual({ days: 0 });
    expect(low(300, null, 3_000)).toBeNull();
  });
});

describe('automatic top-up', () => {
  it('is needed where it is off and the balance lasts less than 30 days', () => {
    expect(needsRecharge(29, { enabled: false })).toBe(true);
    expect(needsRecharge(30, { enabled: false })).toBe(false);
    expect(needsRecharge(29, { enabled: true })).toBe(false);
  });

  it('is not asked for while the settings or the runway are not known', () => {
    expect(needsRecharge(29, undefined)).toBe(false);
    expect(needsRecharge(null, { enabled: false })).toBe(false);
  });
});
