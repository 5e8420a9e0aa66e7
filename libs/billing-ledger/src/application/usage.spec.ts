import type { DomainError } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type CallUsage, type ChargedRow, type Charges, type UsageRow } from './usage';
import { Usage, type UsageRequest } from './usage';

type CallsAsked = Parameters<CallUsage['calls']>[0];
type ChargesAsked = Parameters<Charges['sums']>[0];

class FakeCallUsage implements CallUsage {
  readonly queries: CallsAsked[] = [];

  constructor(private readonly rows: readonly UsageRow[]) {}

  calls(query: CallsAsked): Promise<UsageRow[]> {
    this.queries.push(query);
    return Promise.resolve([...this.rows]);
  }
}

class FakeCharges implements Charges {
  readonly queries: ChargesAsked[] = [];

  constructor(private readonly rows: readonly ChargedRow[]) {}

  sums(query: ChargesAsked): Promise<ChargedRow[]> {
    this.queries.push(query);
    return Promise.resolve([...this.rows]);
  }
}

const NOW = new Date('2026-03-17T12:00:00Z');
const day = (date: string) => new Date(`${date}T00:00:00Z`);
const row = (key: string, calls = 1, billableSeconds = 60, costCents = 2, charges = 1): UsageRow => ({
  key,
  calls,
  billableSeconds,
  costCents,
  charges,
});

function world(calls: readonly UsageRow[] = [], charged: readonly ChargedRow[] = []) {
  const [callUsage, charges] = [new FakeCallUsage(calls), new FakeCharges(charged)];
  const usage = new Usage(callUsage, charges, new TestClock(NOW));
  const report = (given: Partial<UsageRequest> = {}) =>
    usage.report({ accountId: 'acc_1', from: null, to: null, group: 'day', ...given });
  const checkPeriod = (given: Partial<UsageRequest>) => usage.checkPeriod({ from: null, to: null, ...given });
  return { callUsage, charges, report, checkPeriod };
}

describe('Usage', () => {
  it('covers the current month until now by default', async () => {
    const { report, callUsage, charges } = world();
    await report();
    const period = { accountId: 'acc_1', from: day('2026-03-01'), to: NOW };
    expect(charges.queries).toEqual([{ ...period, group: 'day' }]);
    expect(callUsage.queries).toMatchObject([{ ...period, group: 'day' }]);
  });

  it.each(['number', 'trunk', 'country'] as const)('reports the cost of calls by %s', async (group) => {
    const { report, charges } = world([row('a'), row('b')], [{ key: 'other', costCents: 5, charges: 1 }]);
    expect(await report({ group })).toEqual([row('a'), row('b')]);
    expect(charges.queries).toEqual([]);
  });

  it.each(['day', 'month'] as const)('reports all charges by %s', async (group) => {
    const calls = [row('2026-03-01', 2, 120, 4), row('2026-03-03', 1, 0, 0)];
    const charged = [
      { key: '2026-03-02', costCents: 300, charges: 3 },
      { key: '2026-03-01', costCents: 104, charges: 2 },
    ];
    expect(await world(calls, charged).report({ group })).toEqual([
      row('2026-03-01', 2, 120, 104, 2),
      row('2026-03-02', 0, 0, 300, 3),
      row('2026-03-03', 1, 0, 0, 0),
    ]);
  });

  it('reports calls, free ones included, and other charges by kind', async () => {
    const charged = [
      { key: 'usage_outbound' as const, costCents: 9, charges: 4 },
      { key: 'number_monthly' as const, costCents: 100, charges: 1 },
      { key: 'other', costCents: 7, charges: 1 },
    ];
    const { report, callUsage } = world([row('inbound', 3, 10, 0), row('outbound', 4, 200, 9)], charged);
    expect(await report({ group: 'kind' })).toEqual([
      row('number_monthly', 0, 0, 100),
      row('other', 0, 0, 7),
      row('usage_inbound', 3, 10, 0, 0),
      row('usage_outbound', 4, 200, 9, 4),
    ]);
    expect(callUsage.queries).toMatchObject([{ group: 'direction' }]);
  });

  it('reports the kinds of each day', async () => {
    const charged = [
      { key: '2026-03-01 usage_inbound', costCents: 4, charges: 2 },
      { key: '2026-03-02 number_monthly', costCents: 100, charges: 1 },
    ];
    const { report, callUsage } = world([row('2026-03-01 inbound', 2, 120), row('2026-03-03 outbound', 1, 0)], charged);
    expect(await report({ group: 'day_kind' })).toEqual([
      row('2026-03-01 usage_inbound', 2, 120, 4, 2),
      row('2026-03-02 number_monthly', 0, 0, 100),
      row('2026-03-03 usage_outbound', 1, 0, 0, 0),
    ]);
    expect(callUsage.queries).toMatchObject([{ group: 'day_direction' }]);
  });

  it.each<[string, Partial<UsageRequest>, string | null]>([
    ['a leap year', { from: day('2024-01-01'), to: day('2025-01-01') }, null],
    ['a second more', { from: new Date('2023-12-31T23:59:59Z'), to: day('2025-01-01') }, 'from'],
    ['a year and more until now', { from: day('2025-01-01') }, 'from'],
    ['no time', { from: day('2026-01-01'), to: day('2026-01-01') }, 'to'],
    ['a time that runs backwards', { from: day('2026-01-02'), to: day('2026-01-01') }, 'to'],
    ['a month that has not begun', { to: day('2026-02-01') }, 'to'],
  ])('validates %s, with the report or before it', async (_what, given, field) => {
    const { report, checkPeriod, callUsage, charges } = world();
    const fieldOf = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .then(
          () => null,
          (error: unknown) => Object.keys((error as DomainError).fields ?? {})[0],
        );
    expect(await fieldOf(() => checkPeriod(given))).toBe(field);
    expect([callUsage.queries, charges.queries]).toEqual([[], []]);
    expect(await fieldOf(() => report(given))).toBe(field);
  });

  it('rejects a report of more than 10,000 rows', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => row(`+${n}`));
    await expect(world(many).report({ group: 'number' })).rejects.toMatchObject({
      fields: { group_by: expect.any(String) },
    });
    expect(await world(many.slice(1)).report({ group: 'number' })).toHaveLength(10_000);
  });
});
