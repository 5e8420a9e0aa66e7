import { valuesByDay } from './kinds';

const row = (key: string, cost_cents: number) => ({ key, calls: 0, billable_s: 0, cost_cents, charges: 1 });

describe('charges of a day', () => {
  const values = valuesByDay([
    row('2026-11-01 number_monthly', 100),
    row('2026-11-01 number_setup', 5),
    row('2026-11-01 sms_outbound', 2),
    row('2026-11-01 usage_outbound', 9),
    row('2026-11-02 usage_inbound', 4),
  ]);

  it('are in the order of the series, and of other kinds together', () => {
    expect(values('2026-11-01')).toEqual([100, 0, 9, 7]);
    expect(values('2026-11-02')).toEqual([0, 4, 0, 0]);
  });

  it('are zero on a day without charges', () => {
    expect(values('2026-11-03')).toEqual([0, 0, 0, 0]);
  });
});
