import { addDays, addSeconds, type Mails, type OutgoingMail } from '@trunkline/kernel';
import { type TestDatabase, testDatabase, testEventBus } from '@trunkline/platform/testing';
import { RemindOfExpiringKeys } from '../../application/keys/remind-of-expiring-keys';
import { ApiKey } from '../../domain/api-key';
import { identityPersistence } from '../../identity.module';
import { aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld } from '../../testing/worlds/identity-world';
import { storedOwner } from '../../testing/samples';
import { StoredKeyReminders } from './key-reminders';
import { openConnections } from '../../testing/races';

const DAY_S = 86_400;
const LIMIT = 100;
const made = new Date('2026-03-01T12:00:00Z');
const end = addDays(made, 30);
const due = addDays(end, -14);

/** Keeps mails in a table, so that they come and go with the transaction around them. */
class TableMails implements Mails {
  failing = false;

  constructor(private readonly test: TestDatabase) {}

  async send({ accountId, key }: OutgoingMail): Promise<void> {
    await this.test.db.query(
      `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at) VALUES ($1, $2, $1, 'waiting', '', now())`,
      [key, accountId],
    );
    if (this.failing) throw new Error('cut off between the mail and the mark');
  }
}

describe('reminders in PostgreSQL', () => {
  let test: TestDatabase;
  let world: IdentityWorld;
  let mails: TableMails;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    await openConnections(test.db);
  });
  beforeEach(async () => {
    await test.db.query(`UPDATE identity.api_keys SET reminder_due_at = NULL`);
    await test.db.query(`DELETE FROM platform.mails`);
    await test.db.query(`DELETE FROM platform.outbox`);
    world = identityWorld(test.db);
    mails = new TableMails(test);
  });
  afterAll(() => test.close());

  const worker = () =>
    new RemindOfExpiringKeys(
      test.db,
      new StoredKeyReminders(test.db),
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
  const count = async (from: string) => (await test.db.find<{ count: number }>(`SELECT count(*) FROM ${from}`))!.count;
  const sentAndDue = async () => [
    await count(`platform.mails`),
    await count(`platform.outbox WHERE type = 'api_key.expiring'`),
    await count(`identity.api_keys WHERE reminder_due_at IS NOT NULL`),
  ];

  it('are claimed once by concurrent workers', async () => {
    await makeKeys(40);
    world.clock.advance(16 * DAY_S);
    const numbers = await Promise.all(Array.from({ length: 6 }, () => worker().remind()));
    expect(numbers.reduce((sum, each) => sum + each)).toBe(40);
    expect(await sentAndDue()).toEqual([40, 40, 0]);
  });

  it('remain due when the transaction rolls back', async () => {
    await makeKeys(1);
    world.clock.advance(16 * DAY_S);
    mails.failing = true;
    await expect(worker().remind()).rejects.toThrow('cut off');
    expect(await sentAndDue()).toEqual([0, 0, 1]);
    mails.failing = false;
    expect(await worker().remind()).toBe(1);
    expect(await sentAndDue()).toEqual([1, 1, 0]);
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

  describe('when taken', () => {
    let reminders: StoredKeyReminders;
    beforeEach(() => {
      reminders = new StoredKeyReminders(test.db);
    });

    /** A key of an owner, in whatever state `change` brings it to. */
    const kept = async (change: (key: ApiKey) => void = () => undefined, expiresAt: Date | null = end) => {
      const { account, user } = await storedOwner(world.stores);
      const wanted = { accountId: account.id, userId: user.id, name: 'ci', scopes: ['*'], allowedCidrs: [], expiresAt };
      const { apiKey } = ApiKey.issue(wanted, made);
      change(apiKey);
      await world.stores.apiKeys.add(apiKey);
      return { account, user, apiKey };
    };

    it('returns a due reminder once, from the second it is due', async () => {
      const { account, user, apiKey } = await kept();
      expect(await reminders.take(addSeconds(due, -1), LIMIT)).toEqual({ taken: 0, due: [] });
      expect(await reminders.take(due, LIMIT)).toEqual({
        taken: 1,
        due: [
          {
            keyId: apiKey.id,
            accountId: account.id,
            keyName: 'ci',
            prefixDisplay: apiKey.prefixDisplay,
            expiresAt: end,
            userName: user.name,
            email: user.email,
          },
        ],
      });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('returns it again when the expiry changes', async () => {
      const { account, apiKey } = await kept();
      await reminders.take(due, LIMIT);
      await test.db.run(async () => {
        const key = await world.stores.apiKeys.lock(account.id, apiKey.id);
        key.change({ expiresAt: addDays(end, -1) }, due);
        await world.stores.apiKeys.save(key);
      });
      expect(await reminders.take(due, LIMIT)).toMatchObject({
        due: [{ keyId: apiKey.id, expiresAt: addDays(end, -1) }],
      });
    });

    it('returns none for keys without expiry, valid for less than 14 days, or revoked', async () => {
      await kept(undefined, null);
      await kept(undefined, addDays(made, 14));
      await kept((key) => key.revoke(made));
      expect(await reminders.take(end, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('returns the reminder of a rotated key for its successor', async () => {
      let next: ApiKey | undefined;
      const { user } = await kept((key) => {
        next = key.rotate({ userId: key.userId, graceSeconds: 7 * 86_400 }, made).apiKey;
      });
      await world.stores.apiKeys.add(next!);
      expect((await reminders.take(due, LIMIT)).due).toMatchObject([{ keyId: next!.id, email: user.email }]);
    });

    it('drops the reminder of an expired key', async () => {
      await kept();
      expect(await reminders.take(end, LIMIT)).toEqual({ taken: 1, due: [] });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 0, due: [] });
    });

    it('drops the reminder when the user left or the account is closed', async () => {
      const { account } = await storedOwner(world.stores);
      const { user } = await storedOwner(world.stores);
      const wanted = {
        accountId: account.id,
        userId: user.id,
        name: 'ci',
        scopes: ['*'],
        allowedCidrs: [],
        expiresAt: end,
      };
      await world.stores.apiKeys.add(ApiKey.issue(wanted, made).apiKey);
      const { account: closing } = await kept();
      await test.db.run(async () => {
        const locked = await world.stores.accounts.lock(closing.id);
        locked.requestClosure(addDays(made, -31));
        locked.close(made);
        await world.stores.accounts.save(locked);
      });
      expect(await reminders.take(due, LIMIT)).toEqual({ taken: 2, due: [] });
    });

    it('returns the most overdue first, up to the limit', async () => {
      const late = await kept(undefined, addDays(end, 1));
      const early = await kept(undefined, end);
      const at = addDays(due, 1);
      expect((await reminders.take(at, 1)).due).toMatchObject([{ keyId: early.apiKey.id }]);
      expect((await reminders.take(at, 1)).due).toMatchObject([{ keyId: late.apiKey.id }]);
    });
  });
});
