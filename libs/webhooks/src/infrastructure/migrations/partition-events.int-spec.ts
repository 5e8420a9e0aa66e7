import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource, Database, migrate, type Notifications, platformPersistence } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import type { DataSource } from 'typeorm';
import type { DeliveryOutcome, DeliveryStore, LeasedDelivery } from '../../application/deliveries/ports';
import { BEFORE_ALL_EVENTS } from '../../application/events/ports';
import { type DeliveryWorld, deliveryWorld } from '../../testing/delivery-world';
import { Receiver } from '../../testing/receiver';
import { webhooksPersistence } from '../../webhooks.module';
import { StoredEventTail } from '../events/event-tail';
import { PartitionEvents1795021600010 } from './partition-events';

const ROWS = 5_000;
/** Between the steps of each reader and writer. */
const PAUSE_MS = 20;
/** Of `migrate`. */
const MIGRATION_LOCK = 7_203_911;
const CONTEXTS = [platformPersistence, webhooksPersistence];

/** As the previous version leases and settles deliveries. */
const FORMER_LEASE = `WITH due AS (
    SELECT d.id FROM webhooks.deliveries AS d
    WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.next_attempt_at <= $2
      AND (d.leased_until IS NULL OR d.leased_until < clock_timestamp())
    ORDER BY d.next_attempt_at, d.id LIMIT $3 FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE webhooks.deliveries AS d SET leased_until = clock_timestamp() + make_interval(secs => 30)
    FROM due WHERE d.id = due.id RETURNING d.id, d.event_id, d.event_type, d.next_attempt_at)
  SELECT l.event_id AS id, l.event_type AS type, event.created_at AS "createdAt", event.data
  FROM leased AS l JOIN webhooks.events AS event ON event.id = l.event_id ORDER BY l.next_attempt_at, l.id`;
const FORMER_SETTLE = `UPDATE webhooks.deliveries AS d SET status = 'succeeded', next_attempt_at = NULL, leased_until = NULL
  WHERE d.id = ANY (SELECT 'whd_' || substr(id, 5, 9) || substr(md5(id || ' ' || $2), 1, 16) FROM unnest($1::text[]) AS id)`;

class FormerDeliveries implements DeliveryStore {
  constructor(
    private readonly db: Database,
    private readonly clock: TestClock,
    private readonly store: DeliveryStore,
  ) {}

  addForEvents: DeliveryStore['addForEvents'] = (events) => this.store.addForEvents(events);
  handBack: DeliveryStore['handBack'] = (endpointId, ids) => this.store.handBack(endpointId, ids);
  dueEndpoints: DeliveryStore['dueEndpoints'] = () => this.store.dueEndpoints();

  async lease(endpointId: string, limit: number): Promise<LeasedDelivery[]> {
    const rows = await this.db.query<LeasedDelivery['payload']>(FORMER_LEASE, [endpointId, this.clock.now(), limit]);
    return rows.map((row) => ({
      payload: { ...row, isTest: false },
      attempts: 0,
      cycle: { attempts: 0, startedAt: null },
    }));
  }

  async settle(outcomes: readonly DeliveryOutcome[]): Promise<void> {
    for (const { eventId, endpointId } of outcomes) await this.db.write(FORMER_SETTLE, [[eventId], endpointId]);
  }
}

describe('the migration of events and deliveries to months', () => {
  let url: string;
  let owner: OwnerConnection;
  let source: DataSource;
  let world: DeliveryWorld;
  let receiver: Receiver;
  const clock = new TestClock(new Date());

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    await unmigrate();
    source = await createDataSource({ url }, CONTEXTS).initialize();
    const db = new Database(source);
    world = await deliveryWorld(clock, { url, db, close: () => source.destroy() });
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await receiver.close();
    await world.close();
    await owner.end();
  });

  /** Returns to the tables of the previous version. */
  const unmigrate = async () => {
    const migrator = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
    const runner = migrator.createQueryRunner();
    const migration = new PartitionEvents1795021600010();
    await runner.startTransaction();
    await migration.down(runner);
    await runner.query('DELETE FROM trunkline_migrations WHERE name = $1', [migration.name]);
    await runner.commitTransaction();
    await runner.release();
    await migrator.destroy();
  };
  const fill = (accountId: string) =>
    owner.query(
      `WITH added AS (
         INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
         SELECT platform.earliest_id('evt', at) || lpad(to_hex(n), 16, '0'), $1, 'number.released', '{}', '{}', at
         FROM generate_series(1, $2::int) AS n, LATERAL (SELECT $3::timestamptz - n * interval '1 minute' AS at) AS t
         RETURNING id, created_at)
       INSERT INTO webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, is_test, status, attempts, created_at)
       SELECT 'whd_' || substr(id, 5), $1, 'we_former', id, 'number.released', false, 'succeeded', '[]', created_at FROM added`,
      [accountId, ROWS, clock.now()],
    );
  const kill = () =>
    owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [MIGRATION_LOCK],
    );
  /** Lets the migration wait for a transaction, and kills it there. */
  const killAt = async (statement: string, at: string) => {
    const blocker = await OwnerConnection.open(url);
    await blocker.query(statement);
    const kills: Promise<unknown>[] = [];
    const migrating = migrate(url, CONTEXTS, (line) => {
      if (line.includes(at)) kills.push(pause(200).then(kill));
    });
    await expect(migrating).rejects.toThrow();
    await Promise.all(kills);
    await blocker.query('ROLLBACK');
    await blocker.end();
  };
  const partitions = async () =>
    (
      await owner.query<{ tables: string[] }>(
        `SELECT array_agg(DISTINCT table_name ORDER BY table_name) AS tables FROM platform.monthly_partitions()
         WHERE table_name LIKE 'webhooks.%'`,
      )
    ).rows[0]?.tables;
  const described = async () =>
    (await owner.query(`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'webhooks' ORDER BY 1`)).rows;

  it('loses and repeats nothing while events are recorded, streamed and delivered by both versions, and after kills', async () => {
    const accountId = newId('acc');
    await fill(accountId);
    const { endpoint } = await world.endpoint(accountId, receiver.url);
    const former = world.worker(undefined, undefined, new FormerDeliveries(world.db, clock, world.store));
    const tail = new StoredEventTail(world.db, {} as Notifications, clock);
    const state = { isOver: false, slowestMs: 0 };
    const recorded: string[] = [];
    const streamed: string[] = [];
    let position = { ...(await tail.end(accountId)) };
    const loops: (() => Promise<unknown>)[] = [
      async () => recorded.push(...(await world.publish(accountId))),
      async () => recorded.push(...(await world.publish(accountId))),
      () => world.turn(endpoint.id),
      () => former.deliver({ endpointId: endpoint.id, isFailing: false }),
      async () => {
        const page = await tail.read(accountId, {}, position);
        streamed.push(...page.events.map(({ id }) => id));
        position = { ...page.position };
      },
    ];
    const running = loops.map(async (work) => {
      while (!state.isOver) {
        const since = performance.now();
        await work();
        state.slowestMs = Math.max(state.slowestMs, performance.now() - since);
        await pause(PAUSE_MS);
      }
    });
    try {
      // In the build of an index, which waits for older snapshots, and between the tables, where the second waits for readers.
      const points = [
        ['BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM webhooks.endpoints', 'builds the index deliveries_by_id'],
        ['BEGIN; SELECT FROM webhooks.events LIMIT 1', 'for a lock'],
      ] as const;
      for (const [statement, line] of points) await killAt(statement, line);
      const { migrations } = await migrate(url, CONTEXTS);
      expect(migrations).toEqual(['PartitionEvents1795021600010']);
      const until = recorded.length + 50;
      while (recorded.length < until) await pause(10);
    } finally {
      state.isOver = true;
      await Promise.all(running);
    }
    await world.turn(endpoint.id);
    for (let page = await tail.read(accountId, {}, position); ; page = await tail.read(accountId, {}, page.position)) {
      streamed.push(...page.events.map(({ id }) => id));
      if (!page.hasMore) break;
    }

    expect(await partitions()).toEqual(['webhooks.deliveries', 'webhooks.events']);
    const all = [...recorded].sort();
    expect([...new Set(receiver.eventIds)].sort()).toEqual(all);
    expect([...streamed].sort()).toEqual(all);
    const { rows } = await owner.query<{ status: string; count: number }>(
      'SELECT status, count(*)::int AS count FROM webhooks.deliveries WHERE endpoint_id = $1 GROUP BY 1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ status: 'succeeded', count: all.length }]);
    expect(
      (await owner.query<{ rows: number }>('SELECT count(*)::int AS rows FROM webhooks.events')).rows[0]?.rows,
    ).toBe(ROWS + all.length);
    expect(state.slowestMs).toBeLessThan(10_000);
    expect((await tail.read(accountId, {}, { seq: 0, eventId: BEFORE_ALL_EVENTS })).events).toHaveLength(100);
  });

  it('can be repeated, and becomes the former tables again', async () => {
    await fill(newId('acc'));
    const before = await described();
    await migrate(url, CONTEXTS);
    const after = await described();
    await owner.query('DELETE FROM trunkline_migrations WHERE name = $1', ['PartitionEvents1795021600010']);
    await migrate(url, CONTEXTS);
    expect(await described()).toEqual(after);
    await unmigrate();
    expect(await described()).toEqual(before);
    for (const table of ['events', 'deliveries'])
      expect(
        (await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM webhooks.${table}`)).rows[0]?.rows,
      ).toBe(ROWS);
  });
});
