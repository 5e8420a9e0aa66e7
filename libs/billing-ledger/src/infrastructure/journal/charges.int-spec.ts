import { OwnerConnection } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { ChargeGroup } from '../../application/usage';
import { BILLED_ITEMS } from '../../domain/journal/postings';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../../testing/postgres-world';
import { StoredCharges } from './billing-queries';

const DAY_SECONDS = 86_400;

describe('StoredCharges', () => {
  let world: PostgresWorld;
  let charges: StoredCharges;

  beforeAll(async () => {
    world = await postgresWorld();
    charges = new StoredCharges(world.db);
  });
  afterAll(() => world.close());

  const entry = fc.record({
    cents: fc.integer({ min: 1, max: 500 }),
    item: fc.constantFrom(...BILLED_ITEMS, undefined),
    isRefund: fc.boolean(),
    daysLater: fc.integer({ min: 0, max: 20 }),
  });

  it('adds up to the charges of the ledger and their number, by day, by month and by kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 15 }), async (entries) => {
        const accountId = await fundedAccount(world, 1_000);
        const from = world.clock.now();
        for (const [index, { cents, item, isRefund, daysLater }] of entries.entries()) {
          world.clock.advance(daysLater * DAY_SECONDS);
          const about = { relatedKind: null, relatedId: null, reference: `entry ${index}`, description: 'Entry' };
          const order = { accountId, amountCents: cents, ...about, ...(item && { item }) };
          await (isRefund ? world.ledger.refund(order) : world.ledger.charge({ ...order, overdraft: true }));
        }
        world.clock.advance(1);
        const spent = await world.journal.spentSince(accountId, from);
        for (const group of ['day', 'month', 'kind', 'day_kind'] as const) {
          const rows = await charges.sums({ accountId, from, to: world.clock.now(), group });
          expect(rows.reduce((sum, { costCents }) => sum + costCents, 0)).toBe(spent);
          expect(rows.reduce((sum, row) => sum + row.charges, 0)).toBe(
            entries.filter(({ isRefund }) => !isRefund).length,
          );
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('includes the start of the period and not its end, in UTC days', async () => {
    const accountId = await fundedAccount(world, 1_000);
    const moveTo = (time: string) =>
      world.clock.advance((new Date(time).getTime() - world.clock.now().getTime()) / 1000);
    moveTo('2047-01-31T23:59:59.999Z');
    const order = { accountId, relatedKind: null, relatedId: null, description: 'Month' };
    await world.ledger.charge({ ...order, amountCents: 3, reference: 'a', item: 'number_monthly' });
    moveTo('2047-02-01T00:00:00Z');
    await world.ledger.charge({ ...order, amountCents: 4, reference: 'b', item: 'number_monthly' });
    const sums = (group: ChargeGroup, from: string, to: string) =>
      charges.sums({ accountId, group, from: new Date(from), to: new Date(to) });
    expect(await sums('day', '2047-01-01', '2047-03-01')).toEqual(
      expect.arrayContaining([
        { key: '2047-01-31', costCents: 3, charges: 1 },
        { key: '2047-02-01', costCents: 4, charges: 1 },
      ]),
    );
    expect(await sums('day_kind', '2047-02-01', '2047-03-01')).toEqual([
      { key: '2047-02-01 number_monthly', costCents: 4, charges: 1 },
    ]);
    expect(await sums('kind', '2047-02-01', '2047-02-02')).toEqual([
      { key: 'number_monthly', costCents: 4, charges: 1 },
    ]);
    expect(await sums('kind', '2047-01-01', '2047-02-01')).toEqual([
      { key: 'number_monthly', costCents: 3, charges: 1 },
    ]);
  });

  it('uses an index-only scan', async () => {
    const owner = await OwnerConnection.open(world.url);
    await owner.query(`INSERT INTO billing.transactions (id, account_id, kind, amount_cents, currency, description,
        reference, balance_after_cents, created_at, item)
      SELECT 'txn_' || lpad(n::text, 9, '0'), 'acc_' || n % 8, 'charge', -(n % 90 + 1), 'USD', 'A call', 'ref_' || n, 0,
        timestamptz '2026-01-01Z' + n * interval '10 minutes', 'usage_outbound' FROM generate_series(1, 40000) n`);
    await owner.vacuum('billing.transactions');
    const plan = await owner.explain(
      `SELECT item, -sum(amount_cents)::bigint FROM billing.transactions WHERE account_id = 'acc_1'
        AND created_at >= '2026-03-01' AND created_at < '2026-04-01' AND kind = 'charge' GROUP BY 1`,
    );
    await owner.end();
    expect(plan).toContain('Index Only Scan using transactions_page');
  });
});
