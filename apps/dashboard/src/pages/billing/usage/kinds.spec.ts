import { nameOfKind, quantityOf, valuesByDay } from './kinds';

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

describe('the quantity of a kind', () => {
  const quantity = (key: string, billable_s: number, charges: number) =>
    quantityOf({ key, calls: 3, billable_s, cost_cents: 5, charges });

  it.each([
    ['usage_inbound', 61, 3, { count: 2, unit: 'minutes' }],
    ['usage_outbound', 60, 3, { count: 1, unit: 'minute' }],
    ['number_monthly', 0, 305, { count: 305, unit: 'numbers' }],
    ['number_setup', 0, 1, { count: 1, unit: 'number' }],
    ['port_fee', 0, 2, { count: 2, unit: 'ports' }],
    ['sms_outbound', 0, 12, { count: 12, unit: 'messages' }],
    ['other', 0, 4, { count: 4, unit: 'charges' }],
  ])('of %s has its unit', (kind, seconds, charges, expected) => {
    expect(quantity(kind, seconds, charges)).toEqual(expected);
    expect(nameOfKind(kind)).not.toBe(kind);
  });

  it('is none without an answered call, and of a kind of a later release', () => {
    expect([quantity('usage_inbound', 0, 0), quantity('fax', 0, 7)]).toEqual([null, null]);
    expect(nameOfKind('fax')).toBe('fax');
  });
});
