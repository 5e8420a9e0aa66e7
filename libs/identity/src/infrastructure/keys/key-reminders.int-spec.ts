import { addDays, Mails, type OutgoingMail } from '@trunkline/kernel';
import { type TestDatabase, testDatabase, testEventBus } from '@trunkline/platform/testing';
import { RemindOfExpiringKeys } from '../../application/keys/remind-of-expiring-keys';
import { identityPersistence } from '../../identity.module';
import { type DatabaseWorld, databaseStores, databaseWorld } from '../../testing/database-world';
import { aPrincipal, aVerifiedUser } from '../../testing/identity-world';
import { describeKeyReminders } from '../../testing/keys/key-reminder-contract';
import { PostgresKeyReminders } from './postgres-key-reminders';

const DAY_S = 86_400;

/** Keeps mails in a table, so that they come and go with the transaction around them. */
class TableMails extends Mails {
  failing = false;

  constructor(private readonly test: TestDatabase) {
    super();
  }

  override async send({ accountId, key }: OutgoingMail): Promise<void> {
    await this.test.db.query(
      `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at) VALUES ($1, $2, $1, 'waiting', '', now())`,
      [key, accountId],
    );
    if (this.failing) throw new Error('cut off between the mail and the mark');
  }
}

describe('reminders in PostgreSQL', () => {
  let test: TestDatabase;
  let world: DatabaseWorld;
  let mails: TableMails;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    await Promise.all(Array.from({ length: 10 }, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  beforeEach(async () => {
    await test.db.query(`UPDATE identity.api_keys SET reminder_due_at = NULL`);
    await test.db.query(`DELETE FROM platform.mails`);
    await test.db.query(`DELETE FROM platform.outbox`);
    world = databaseWorld(test.db);
    mails = new TableMails(test);
  });
  afterAll(() => test.close());

  const worker = () =>
    new RemindOfExpiringKeys(
      test.db,
      new PostgresKeyReminders(test.db),
      mails,
      testEventBus(test.db, world.clock),
      world.clock,
    );
  const makeKeys = async (count: number) => {
    const { accountId, userId } = await aVerifiedUser(world);
    const expiresAt = addDays(world.clock.now(), 30);
    for (let n = 0; n < count; n++) {
      const wanted = { name: `ci ${n}`, scopes: ['*'], allowedCidrs: [], expiresAt };
      await world.apiKeys.create(aPrincipal({ accountId, userId }), wanted);
    }
    return { accountId, userId };
  };
  const count = async (from: string) =>
    (await test.db.queryOne<{ count: number }>(`SELECT count(*) FROM ${from}`))!.count;
  const told = async () => [
    await count(`platform.mails`),
    await count(`platform.outbox WHERE type = 'api_key.expiring'`),
    await count(`identity.api_keys WHERE reminder_due_at IS NOT NULL`),
  ];

  it('are claimed once by concurrent workers', async () => {
    await makeKeys(40);
    world.clock.advance(16 * DAY_S);
    const numbers = await Promise.all(Array.from({ length: 6 }, () => worker().execute()));
    expect(numbers.reduce((sum, each) => sum + each)).toBe(40);
    expect(await told()).toEqual([40, 40, 0]);
  });

  it('remain due when the transaction rolls back', async () => {
    await makeKeys(1);
    world.clock.advance(16 * DAY_S);
    mails.failing = true;
    await expect(worker().execute()).rejects.toThrow('cut off');
    expect(await told()).toEqual([0, 0, 1]);
    mails.failing = false;
    expect(await worker().execute()).toBe(1);
    expect(await told()).toEqual([1, 1, 0]);
  });

  it('are read by an index that recording a use does not rewrite', async () => {
    const plan = await test.db.run(async () => {
      await test.db.query(`SET LOCAL enable_seqscan = off`);
      return test.db.query(
        `EXPLAIN SELECT id FROM identity.api_keys WHERE reminder_due_at <= now() ORDER BY reminder_due_at LIMIT 100`,
      );
    });
    expect(JSON.stringify(plan)).toContain('api_keys_reminder_due');
  });

  describeKeyReminders('by contract', () => ({
    reminders: new PostgresKeyReminders(test.db),
    stores: databaseStores(test.db),
    tx: test.db,
  }));
});
