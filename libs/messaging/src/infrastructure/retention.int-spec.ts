import { addDays, addSeconds, newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { countStatements, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { EraseMessages, PruneMessages } from '../application/retention';
import { SYSTEM_ACCOUNT } from '../application/system-messages';
import { messagingPersistence } from '../messaging.module';
import { aMessage } from '../testing';
import { StoredMessages } from './message-store';
import { StoredExpiredMessages, StoredMessageErasures } from './retention';
import { StoredSpendingHours } from './spending-hours';

const now = new Date();
const ago = (days: number, seconds = 0) => addSeconds(addDays(now, -days), -seconds);
const DELIVERED = { status: 'delivered', phase: null, dueAt: null, deliveredAt: now } as const;
const SENT = { status: 'sent', phase: null, dueAt: null, receiptUntil: now } as const;
const UNKNOWN = { phase: 'unknown', dueAt: null, receiptUntil: now } as const;

describe('messages', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;
  let accountId: string;

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
    owner = await OwnerConnection.open(test.url);
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });
  beforeEach(async () => {
    accountId = newId('acc');
    await owner.query('TRUNCATE messaging.messages, messaging.batches, messaging.opt_outs');
  });

  const add = async (given: object, of = accountId): Promise<string> => {
    const message = aMessage({ ...DELIVERED, id: newId('sms'), accountId: of, bodySealed: 'sealed', ...given });
    await new StoredMessages(test.db).addAll([message]);
    return message.id;
  };
  const idsOf = async (table = 'messages', of = accountId) =>
    (await test.db.query(`SELECT id FROM messaging.${table} WHERE account_id = $1 ORDER BY id`, [of])).map(
      ({ id }) => id as string,
    );
  const addBatch = (id: string, createdAt: Date) =>
    test.db.query(
      `INSERT INTO messaging.batches (id, account_id, sender, encoding, segments, total, refused, created_at)
       VALUES ($1, $2, '+12125550100', 'gsm7', 1, 1, '[]', $3)`,
      [id, accountId, createdAt],
    );
  const addOptOut = (endedAt: Date | null = null) =>
    test.db.query(
      `INSERT INTO messaging.opt_outs
         (id, account_id, number_id, from_number, to_number, keyword, asked_at, created_at, ended_at)
       VALUES ($1, $2, 'num_1', '+12125550100', '+491701234567', 'STOP', $3, $3, $4)`,
      [newId('opt'), accountId, ago(1_000), endedAt],
    );

  describe('past their retention', () => {
    const expired = () => new StoredExpiredMessages(test.db);
    const pruning = () =>
      new PruneMessages(expired(), new StoredSpendingHours(test.db), { days: 400, bodyDays: 90 }, new TestClock(now));

    it('are deleted account by account, with their batches; opt-outs stay', async () => {
      const others = [newId('acc'), newId('acc')] as const;
      await add({ createdAt: ago(400, 60) });
      const kept = await add({ createdAt: ago(399) });
      for (const other of others) await add({ createdAt: ago(500) }, other);
      await addBatch('bat_old', ago(401));
      await addBatch('bat_new', ago(399));
      await addOptOut();
      expect(await pruning().count()).toMatchObject({ expired: 3 });
      expect(await pruning().prune()).toBe(3);
      expect([await idsOf(), await idsOf('batches')]).toEqual([[kept], ['bat_new']]);
      expect(await idsOf('opt_outs')).toHaveLength(1);
      for (const other of others) expect(await idsOf('messages', other)).toEqual([]);
      expect(await pruning().prune()).toBe(0);
    });

    it('stay while they are on their way', async () => {
      const ids = [await add({ createdAt: ago(500), ...UNKNOWN, status: 'queued', deliveredAt: null })];
      expect(await pruning().prune()).toBe(0);
      expect(await idsOf()).toEqual(ids);
    });

    it('are deleted in batches', async () => {
      const id = await add({ createdAt: ago(401) });
      await owner.query(
        `INSERT INTO messaging.messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', 'sms_b' || n))).*
         FROM messaging.messages m, generate_series(1, 2499) n WHERE m.id = $1`,
        [id],
      );
      const statements = await countStatements(test.db, async () => {
        expect(await pruning().prune()).toBe(2_500);
      });
      // The accounts; three batches; batches of recipients, hours and the operator's messages.
      expect(statements).toBe(7);
    });

    it('are at least 31 days old, whatever the application asks for, and can be deleted in no other way', async () => {
      await add({ createdAt: ago(32) });
      const kept = await add({ createdAt: ago(30) });
      expect(await expired().delete(accountId, addDays(now, 1), 10)).toBe(1);
      expect(await idsOf()).toEqual([kept]);
      await expect(test.db.query('DELETE FROM messaging.messages')).rejects.toThrow('permission denied');
    });

    it('include those of the operator as soon as their text is deleted', async () => {
      await add({ createdAt: ago(91) }, SYSTEM_ACCOUNT);
      const kept = await add({ createdAt: ago(89) }, SYSTEM_ACCOUNT);
      expect(await pruning().prune()).toBe(1);
      expect(await idsOf('messages', SYSTEM_ACCOUNT)).toEqual([kept]);
    });

    it('are found by an index', async () => {
      await test.db.run(async () => {
        await test.db.query(`SET LOCAL enable_seqscan = off`);
        const plan = await test.db.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN SELECT id FROM messaging.messages WHERE account_id = 'acc' AND created_at < now() AND phase IS NULL
           ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED`,
        );
        const text = plan.map((row) => row['QUERY PLAN']).join('\n');
        expect(text).toContain('messages_page');
        expect(text).not.toContain('Sort');
      });
    });
  });

  describe('of a closed account', () => {
    const erasing = () => new EraseMessages(test.db, new StoredMessageErasures(test.db), new TestClock(now));
    const requests = async () => new StoredMessageErasures(test.db).list();
    const addPart = (messageId: string) =>
      test.db.query(
        `INSERT INTO messaging.message_parts (carrier_id, carrier_message_id, message_id, recipient, created_at)
         VALUES ('mcr_1', $1, $1, '+491701234567', $2)`,
        [messageId, now],
      );
    const countParts = async (messageId: string) =>
      (await test.db.query(`SELECT FROM messaging.message_parts WHERE message_id = $1`, [messageId])).length;

    it('are erased with their parts, batches and opt-outs, and those of no other account', async () => {
      const other = newId('acc');
      const kept = await add({ createdAt: now }, other);
      const erased = await add({ createdAt: now });
      await add({ createdAt: now, ...SENT, deliveredAt: null });
      for (const id of [kept, erased]) await addPart(id);
      await addBatch(newId('bat'), now);
      await addOptOut();
      await erasing().request(accountId);
      await erasing().request(accountId);
      expect(await erasing().erase()).toBe(2);
      for (const table of ['messages', 'batches', 'opt_outs']) expect(await idsOf(table)).toEqual([]);
      expect([await countParts(erased), await countParts(kept), await idsOf('messages', other)]).toEqual([
        0,
        1,
        [kept],
      ]);
      expect(await requests()).toEqual([]);
    });

    it('that are on their way are erased once their outcome is known', async () => {
      const id = await add({ createdAt: now, ...UNKNOWN, status: 'queued', deliveredAt: null });
      await erasing().request(accountId);
      expect([await erasing().erase(), await requests()]).toEqual([0, [accountId]]);
      await test.db.query(
        `UPDATE messaging.messages SET status = 'undelivered', phase = NULL, receipt_until = NULL WHERE id = $1`,
        [id],
      );
      expect([await erasing().erase(), await requests(), await idsOf()]).toEqual([1, [], []]);
    });

    it('are erased once by many workers', async () => {
      for (let n = 0; n < 30; n += 1) await add({ createdAt: now });
      await erasing().request(accountId);
      const erased = await Promise.all(Array.from({ length: 4 }, () => erasing().erase()));
      expect(erased.reduce((sum, count) => sum + count, 0)).toBe(30);
      await erasing().erase();
      expect(await requests()).toEqual([]);
    });

    it('are not erased without a request', async () => {
      const id = await add({ createdAt: now });
      expect(await new StoredMessageErasures(test.db).deleteMessages(accountId, 10)).toBe(0);
      expect(await idsOf()).toEqual([id]);
    });
  });
});
