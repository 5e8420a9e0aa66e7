import { SystemClock } from '@trunkline/kernel';
import { createDataSource, Database } from '../database/database';
import { platformPersistence } from '../database/platform-persistence';
import { OutboxEventBus } from './outbox';
import { OutboxRelay } from './outbox-relay';
import { lockWaits, type TestDatabase, testDatabase } from '../testing/index';
import type { DeliveryJobs, DeliveryRef } from './delivery-jobs';
import { EventDeliveries } from './event-deliveries';
import { Subscriptions } from './subscriptions';

const LOCK = 77;
const clock = new SystemClock();
const handle = (): Promise<void> => Promise.resolve();

describe('OutboxRelay', () => {
  let test: TestDatabase;
  let owner: Database;
  const ends: (() => Promise<void>)[] = [];
  const queued: DeliveryRef[] = [];

  const publish = (accountId: string): Promise<void> =>
    test.db.run(() =>
      new OutboxEventBus(test.db, clock).publish({
        type: 'number.released',
        accountId,
        data: { number_id: 'num_1', e164: '+12025550100' },
      }),
    );

  const connect = async (applicationName: string): Promise<Database> => {
    const dataSource = await createDataSource({ url: test.url, applicationName, poolSize: 3 }, [
      platformPersistence,
    ]).initialize();
    ends.push(() => dataSource.destroy());
    return new Database(dataSource);
  };

  const relayOf = (db: Database, subscribers: readonly string[] = ['one', 'two']): OutboxRelay => {
    const table = new Subscriptions({
      'number.released': [
        ...subscribers.map((name) => ({ name, inTransaction: true, handle })),
        { name: 'retired', inTransaction: false, isRetired: true, handle },
      ],
    });
    const jobs: Pick<DeliveryJobs, 'add'> = {
      add: (deliveries) => {
        queued.push(...deliveries);
        return Promise.resolve();
      },
    };
    return new OutboxRelay(db, new EventDeliveries(db, clock), table, jobs, clock);
  };

  const relayedAccounts = async (): Promise<string[]> =>
    (
      await owner.query<{ account_id: string }>(
        `SELECT account_id FROM platform.outbox WHERE relayed_at IS NOT NULL ORDER BY seq`,
      )
    ).map((row) => row.account_id);

  beforeAll(async () => {
    test = await testDatabase([]);
    const dataSource = await createDataSource({ url: test.url, asOwner: true, poolSize: 3 }, []).initialize();
    owner = new Database(dataSource);
    // A relay called `slow` waits in the middle of its transaction.
    await owner.query(`CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('application_name') = 'slow' THEN PERFORM pg_advisory_xact_lock_shared(${LOCK}); END IF;
      RETURN NULL; END $$`);
    await owner.query(`CREATE TRIGGER wait AFTER INSERT ON platform.event_deliveries
      FOR EACH STATEMENT EXECUTE FUNCTION public.wait()`);
  });

  beforeEach(async () => {
    queued.splice(0);
    await owner.query(`DELETE FROM platform.outbox`);
  });

  afterAll(async () => {
    for (const end of ends) await end();
    await owner.dataSource.destroy();
    await test.close();
  });

  it('creates and queues a delivery for each subscriber', async () => {
    await publish('acc_1');
    expect(await relayOf(test.db).relay()).toBe('rest');
    const rows = await owner.query(`SELECT subscriber, account_id, ordered, done_at, attempts, enqueued_at
      FROM platform.event_deliveries ORDER BY subscriber`);
    const open = { account_id: 'acc_1', ordered: true, done_at: null, attempts: 0, enqueued_at: expect.any(Date) };
    expect(rows).toEqual([
      { subscriber: 'one', ...open },
      { subscriber: 'two', ...open },
    ]);
    expect(queued.map(({ subscriber }) => subscriber)).toEqual(['one', 'two']);
    expect(await relayedAccounts()).toEqual(['acc_1']);
  });

  it('queues one job per subscriber and account for the events of a round', async () => {
    await test.db.run(async () => {
      for (const accountId of ['acc_1', 'acc_1', 'acc_2', 'acc_1']) await publish(accountId);
    });
    await relayOf(test.db).relay();
    const [events, deliveries] = await Promise.all([
      owner.query<{ id: string; account_id: string }>(`SELECT id, account_id FROM platform.outbox ORDER BY seq`),
      owner.query(`SELECT FROM platform.event_deliveries WHERE enqueued_at IS NOT NULL`),
    ]);
    expect(deliveries).toHaveLength(8);
    const heads = [events[0], events[2]].flatMap((event) =>
      ['one', 'two'].map((subscriber) => ({ eventId: event?.id, accountId: event?.account_id, subscriber })),
    );
    expect(queued).toEqual(heads.map((head) => expect.objectContaining(head) as DeliveryRef));
  });

  it('relays an event once', async () => {
    await publish('acc_1');
    const relay = relayOf(test.db);
    await Promise.all([relay.relay(), relay.relay(), relay.relay()]);
    expect(queued).toHaveLength(2);
  });

  it('marks an event without subscribers as relayed', async () => {
    await publish('acc_1');
    await relayOf(test.db, []).relay();
    expect(queued).toEqual([]);
    expect(await relayedAccounts()).toEqual(['acc_1']);
  });

  it('requests another round when more than a batch is waiting', async () => {
    await owner.query(`INSERT INTO platform.outbox (id, account_id, type, data, created_at)
      SELECT 'evt_' || n, 'acc_' || n % 7, 'number.released', '{}', now() FROM generate_series(1, 250) AS n`);
    const relay = relayOf(test.db);
    expect(await relay.relay()).toBe('again');
    expect(await relay.relay()).toBe('rest');
    expect(await relayedAccounts()).toHaveLength(250);
  });

  it('waits for an earlier event of the account that another relay has locked', async () => {
    const slow = relayOf(await connect('slow'));
    const quick = relayOf(await connect('quick'));
    const client = await owner.pool.connect();
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    await publish('acc_1');
    const waiting = slow.relay();
    await lockWaits(owner);
    await publish('acc_1');
    await publish('acc_2');
    expect(await quick.relay()).toBe('soon');
    expect(await relayedAccounts()).toEqual(['acc_2']);
    await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
    client.release();
    await waiting;
    expect(await relayedAccounts()).toEqual(['acc_1', 'acc_2']);
    expect(await quick.relay()).toBe('rest');
    expect(await relayedAccounts()).toEqual(['acc_1', 'acc_1', 'acc_2']);
  });
});
