import { addDays, newId } from '@trunkline/kernel';
import { createDataSource } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import pg from 'pg';
import { numberingPersistence } from '../../numbering.module';
import { CountNumbers1795000317000 } from '../migrations/count-numbers';
import { databaseWorld, type DatabaseWorld, NOW } from '../../testing';

const STATUSES = ['active', 'pending_documents', 'suspended', 'released'] as const;
const ADD = `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
    monthly_price_cents, setup_price_cents, status, released_at, suspended_for, requires_activation, assigned_at,
    billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
  SELECT id, $1, 'ord_' || id, 'sandbox', '+' || id, 'US', 'geographic', '{voice}', 100, 0, $3,
    CASE WHEN $3 = 'released' THEN now() END, '{}', false, $4, $4, 1, $4, 0, false, $4
  FROM unnest($2::text[]) AS id`;
const COUNTED = `SELECT status, month, sum(numbers)::integer AS numbers FROM numbering.number_counts WHERE account_id = $1
  GROUP BY 1, 2 HAVING sum(numbers) <> 0 ORDER BY 1, 2`;
const RECOUNT = `SELECT status, date_trunc('month', assigned_at, 'UTC') AS month, count(*)::integer AS numbers
  FROM numbering.phone_numbers WHERE account_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`;

let database: TestDatabase;
let world: DatabaseWorld;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await testDatabase([numberingPersistence]);
  world = databaseWorld(database.db);
  for (let n = 0; n < 4; n++) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    clients.push(client);
  }
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.close();
});

const owner = () => clients[0]!;
const idsOf = (count: number) => Array.from({ length: count }, () => newId('num'));
const add = (client: pg.Client, accountId: string, ids: readonly string[], status = 'active', at = NOW) =>
  client.query(ADD, [accountId, ids, status, at]);

async function expectRecount(accountId: string): Promise<void> {
  const { rows } = await owner().query(RECOUNT, [accountId]);
  expect((await owner().query(COUNTED, [accountId])).rows).toEqual(rows);
}

interface Addition {
  readonly count: number;
  readonly days: number;
  readonly status: (typeof STATUSES)[number];
  readonly next: (typeof STATUSES)[number] | 'deleted';
}

const addition: fc.Arbitrary<Addition> = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  days: fc.integer({ min: -80, max: 40 }),
  status: fc.constantFrom(...STATUSES),
  next: fc.constantFrom(...STATUSES, 'deleted'),
});

describe('the counts of numbers', () => {
  it('equal a recount after concurrent additions, changes of status and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(addition, { minLength: 1, maxLength: 12 }), async (additions) => {
        const accountId = newId('acc');
        const apply = async (client: pg.Client, { count, days, status, next }: Addition): Promise<void> => {
          const ids = idsOf(count);
          await add(client, accountId, ids, status, addDays(NOW, days));
          if (next === 'deleted') await client.query(`DELETE FROM numbering.phone_numbers WHERE id = ANY($1)`, [ids]);
          else
            await client.query(
              `UPDATE numbering.phone_numbers SET status = $2, released_at = CASE WHEN $2 = 'released' THEN now() END
               WHERE id = ANY($1)`,
              [ids, next],
            );
        };
        const work = clients.map(async (client, lane) => {
          for (const each of additions.filter((_, n) => n % clients.length === lane)) await apply(client, each);
        });
        await Promise.all(work);
        await expectRecount(accountId);
        const since = addDays(NOW, -20);
        const { rows } = await owner().query(
          `SELECT count(*)::integer AS since FROM numbering.phone_numbers WHERE account_id = $1 AND assigned_at >= $2`,
          [accountId, since],
        );
        expect(await world.directory.countAssignedSince(accountId, since)).toBe(rows[0].since);
      }),
      { numRuns: 25 },
    );
  });

  it('never wait for another transaction of the account', async () => {
    const accountId = newId('acc');
    await add(owner(), accountId, idsOf(3));
    const [, ...buyers] = clients;
    for (const buyer of buyers) await buyer.query(`BEGIN; SET LOCAL lock_timeout = '10s'`);
    for (const buyer of buyers) await add(buyer, accountId, idsOf(2));
    for (const buyer of buyers) await buyer.query('COMMIT');
    expect(await world.directory.countActive(accountId)).toBe(9);
  });

  it('do not make a REPEATABLE READ transaction fail that began before another change', async () => {
    const accountId = newId('acc');
    const [, earlier] = clients;
    await add(owner(), accountId, idsOf(1));
    await earlier!.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await earlier!.query('SELECT FROM numbering.phone_numbers LIMIT 1');
    await add(owner(), accountId, idsOf(2));
    await add(earlier!, accountId, idsOf(3));
    await earlier!.query('COMMIT');
    expect(await world.directory.countActive(accountId)).toBe(6);
  });

  it('are filled by the migration', async () => {
    const accountId = newId('acc');
    const other = await testDatabase([numberingPersistence]);
    const migrations = await createDataSource({ url: other.url, asOwner: true }, []).initialize();
    try {
      await migrations.query(ADD, [accountId, idsOf(3), 'active', NOW]);
      const runner = migrations.createQueryRunner();
      await new CountNumbers1795000317000().down(runner);
      await migrations.query(ADD, [accountId, idsOf(2), 'active', NOW]);
      await new CountNumbers1795000317000().up(runner);
      await runner.release();
      expect(await databaseWorld(other.db).directory.countActive(accountId)).toBe(5);
    } finally {
      await migrations.destroy();
      await other.close();
    }
  });

  it('do not contain what was rolled back', async () => {
    const accountId = newId('acc');
    await owner().query('BEGIN');
    await add(owner(), accountId, idsOf(2));
    await owner().query('ROLLBACK');
    expect(await world.directory.countActive(accountId)).toBe(0);
  });

  it('are not written by changes that leave status and month as they are', async () => {
    const accountId = newId('acc');
    await add(owner(), accountId, idsOf(1));
    const version = async () =>
      (await owner().query(`SELECT xmin::text FROM numbering.number_counts WHERE account_id = $1`, [accountId])).rows;
    const before = await version();
    await owner().query(`UPDATE numbering.phone_numbers SET billed_months = 2 WHERE account_id = $1`, [accountId]);
    expect(await version()).toEqual(before);
  });
});
