import { runwayDays } from './runway';

describe('how long the balance lasts', () => {
  it('is counted in whole days at the pace of the month', () => {
    expect(runwayDays({ balance_cents: 1_000, projected_monthly_cents: 3_000 })).toBe(10);
    expect(runwayDays({ balance_cents: 50, projected_monthly_cents: 3_000 })).toBe(0);
    expect(runwayDays({ balance_cents: -500, projected_monthly_cents: 3_000 })).toBe(0);
  });

  it('is not known without spending', () => {
    expect(runwayDays({ balance_cents: 0, projected_monthly_cents: 0 })).toBeNull();
  });
});
