import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, addSeconds, earliestId, newId, type PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type Database, type Notifications } from '@trunkline/platform';
import { OwnerConnection } from '@trunkline/platform/testing';
import { PruneDeliveries } from '../application/deliveries/prune-deliveries';
import { BEFORE_ALL_EVENTS } from '../application/events/ports';
import { PruneEvents } from '../application/events/prune-events';
import { type DeliveryWorld, deliveryWorld } from '../testing/delivery-world';
import { Receiver } from '../testing/receiver';
import { StoredDeliveryLog } from './deliveries/delivery-log';
import { StoredEventLog } from './events/event-log';
import { EventReads } from './events/event-queries';
import { StoredEventTail } from './events/event-tail';

const now = new Date();
/** The first moment of a month of UTC, counted from the present one. */
const month = (later: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later));
const eventId = (at: Date, n = 0) => `${earliestId('evt', at)}${n.toString(16).padStart(16, '0')}`;
const partitionOf = (table: string, at: Date) => `${table}_${at.toISOString().slice(0, 7).replace('-', '_')}`;
const START = { seq: 0, eventId: BEFORE_ALL_EVENTS };
const URL = 'https://198.41.0.4/hook';
const TABLES = ['events', 'deliveries'] as const;

/** Records the statements of `work` with their values. */
async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<[text: string, values: unknown[]][]> {
  const query = db.query.bind(db);
  const write = db.write.bind(db);
  const sent: [string, unknown[]][] = [];
  db.query = (...given: Parameters<typeof query>) => {
    sent.push([given[0], [...(given[1] ?? [])]]);
    return query(...given);
  };
  db.write = (...given) => {
    sent.push([given[0], [...(given[1] ?? [])]]);
    return write(...given);
  };
  try {
    await work();
  } finally {
    Object.assign(db, { query, write });
  }
  return sent;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Scan {
  readonly type: string;
  readonly table: string;
  readonly rows: number;
  readonly loops: number;
  readonly blocks: number;
}

/** Returns the scans of partitions that were executed. */
function scansIn(node: PlanNode): Scan[] {
  const inner = (node.Plans ?? []).flatMap(scansIn);
  const { 'Node Type': type, 'Relation Name': table, 'Actual Loops': loops, 'Actual Rows': rows } = node;
  if (!type.endsWith('Scan') || !table || !/^(events|deliveries)_/.test(table) || loops === 0) return inner;
  return [{ type, table, rows, loops, blocks: node['Shared Hit Blocks'] + node['Shared Read Blocks'] }, ...inner];
}

describe('monthly partitions of events and deliveries', () => {
  let world: DeliveryWorld;
  let owner: OwnerConnection;
  let clock: TestClock;
  let accountId: string;

  beforeEach(async () => {
    clock = new TestClock(now);
    world = await deliveryWorld(clock);
    owner = await OwnerConnection.open(world.url);
    accountId = newId('acc');
  });
  afterEach(async () => {
    await owner.end();
    await world.close();
  });

  /** Makes the partition of the existing rows end months ago, and adds the months from then on, as if time had passed. */
  const age = async (months: number) => {
    const bound = earliestId('evt', month(-months));
    for (const table of TABLES.map((name) => `webhooks.${name}`)) {
      const { rows } = await owner.query<{ partition: string }>(
        `SELECT partition FROM platform.monthly_partitions() WHERE table_name = $1 AND from_id IS NOT NULL`,
        [table],
      );
      for (const { partition } of rows) await owner.query(`DROP TABLE ${partition}`);
      await owner.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_before`);
      await owner.query(
        `ALTER TABLE ${table} ATTACH PARTITION ${table}_before FOR VALUES FROM (MINVALUE) TO ('${bound}')`,
      );
    }
    await owner.query('SELECT platform.add_months(2)');
  };
  const eventOf = (at: Date, n = 0, createdAt = at): PublishedEvent => ({
    id: eventId(at, n),
    accountId,
    createdAt,
    type: 'number.released',
    data: { number_id: `num_${n}`, e164: '+12125550123' },
  });
  const record = async (...events: readonly PublishedEvent[]) => {
    for (const event of events) await world.record(event);
    return events.map(({ id }) => id);
  };
  const rowsOf = async (table: string) =>
    (await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0]?.rows;
  const partitions = async () =>
    (
      await owner.query<{ name: string }>(
        `SELECT partition AS name FROM platform.monthly_partitions() WHERE table_name LIKE 'webhooks.%' ORDER BY 1`,
      )
    ).rows.map(({ name }) => name);
  const reads = () => new EventReads(world.db, clock);
  const tail = () => new StoredEventTail(world.db, {} as Notifications, clock);
  const log = () => new StoredDeliveryLog(world.db, clock);
  const listed = async (filters = {}) => {
    const page = { limit: 100, sort: 'created_at', order: 'asc', after: null } as const;
    return (await reads().list(accountId, filters, page)).items.map(({ id }) => id);
  };
  const prune = async () => ({
    deliveries: await new PruneDeliveries(log(), clock).prune(),
    events: await new PruneEvents(new StoredEventLog(world.db), clock).prune(),
  });
  const finish = (endpointId: string) =>
    world.db.query(
      `UPDATE webhooks.deliveries SET status = 'succeeded', next_attempt_at = NULL WHERE endpoint_id = $1`,
      [endpointId],
    );

  it('make no difference to lists, look-ups, streams and deliveries across the boundary of a month', async () => {
    await age(2);
    const receiver = await Receiver.start();
    const { endpoint } = await world.endpoint(accountId, receiver.url);
    const border = month(0);
    clock.advance((addDays(border, 1).getTime() - now.getTime()) / 1000);
    const times = [-90, -1, 0, 1, 90].map((seconds) => addSeconds(border, seconds));
    const ids = await record(...times.map((at, n) => eventOf(at, n)));
    for (const table of TABLES)
      expect(await Promise.all([month(-1), border].map((at) => rowsOf(partitionOf(`webhooks.${table}`, at))))).toEqual([
        2, 3,
      ]);
    expect(await listed()).toEqual(ids);
    expect(await listed({ from: times[1], to: times[4], types: ['number.released'] })).toEqual(ids.slice(1, 4));
    expect(await listed({ relatedId: 'num_1' })).toEqual([ids[1]]);
    for (const id of ids) expect((await reads().get(accountId, id)).id).toBe(id);
    const { events, position } = await tail().read(accountId, {}, START);
    expect(events.map(({ id }) => id)).toEqual(ids);
    expect(await tail().end(accountId)).toEqual(position);
    const resumed = await tail().find(accountId, ids[1] ?? '');
    expect((await tail().read(accountId, {}, resumed ?? START)).events.map(({ id }) => id)).toEqual(ids.slice(2));
    await world.turn(endpoint.id);
    expect(receiver.eventIds).toEqual(ids);
    const rows = await world.deliveries(endpoint.id);
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('succeeded'));
    await world.redeliver(accountId, endpoint.id, rows[0]?.id ?? '');
    expect(await world.replay(accountId, endpoint.id, { from: times[1] ?? now, to: times[3] ?? now })).toBe(2);
    await world.turn(endpoint.id);
    expect(receiver.eventIds.slice(5).sort()).toEqual(ids.slice(0, 3));
    await receiver.close();
  });

  it('hold one event, and one delivery for each endpoint, when an event is recorded twice at the boundary of a month', async () => {
    await age(2);
    const { endpoint } = await world.endpoint(accountId, URL);
    for (let n = 0; n < 10; n++) {
      const around = [addSeconds(month(0), -1), month(0)].map((at) => eventOf(at, n));
      await Promise.all([...around, ...around].map((event) => world.record(event)));
    }
    expect([await rowsOf('webhooks.events'), (await world.deliveries(endpoint.id)).length]).toEqual([20, 20]);
  });

  it('are hidden after 30 days, and dropped when their last event and delivery have expired', async () => {
    await age(4);
    const { endpoint } = await world.endpoint(accountId, URL);
    const { endpoint: deleted } = await world.endpoint(accountId, URL);
    const [old, late] = [addDays(month(-3), 2), addDays(month(-2), -1)];
    const kept = addDays(now, -1);
    const ids = await record(eventOf(old), eventOf(late, 1), eventOf(kept, 2));
    for (const { id } of [endpoint, deleted]) await finish(id);
    await owner.query(
      'UPDATE webhooks.deliveries AS d SET created_at = (SELECT created_at FROM webhooks.events AS e WHERE e.id = d.event_id)',
    );
    await world.endpoints.delete(accountId, deleted.id);
    await owner.query('DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 AND event_id = $2', [deleted.id, ids[2]]);
    expect(await listed()).toEqual([ids[2]]);
    await expect(reads().get(accountId, ids[1] ?? '')).rejects.toMatchObject({ code: 'not_found' });
    expect(await tail().find(accountId, ids[1] ?? '')).toBeNull();
    const streamed = await tail().read(accountId, {}, START);
    expect([streamed.events.map(({ id }) => id), streamed.hasMore]).toEqual([[ids[2]], false]);
    expect((await world.list(accountId, endpoint.id)).items.map((each) => each.eventId)).toEqual([ids[2]]);
    const [first] = await world.deliveries(endpoint.id);
    await expect(world.redeliver(accountId, endpoint.id, first?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    expect(await world.replay(accountId, endpoint.id, { from: old, to: addDays(old, 7) })).toBe(0);
    expect(await world.replay(accountId, endpoint.id, { from: old, to: addDays(old, 7) }, true)).toBe(0);
    expect(await rowsOf('webhooks.events')).toBe(3);

    expect(await prune()).toEqual({ deliveries: 4, events: 2 });
    const names = await partitions();
    for (const table of TABLES.map((name) => `webhooks.${name}`)) {
      expect(names).not.toContain(`${table}_before`);
      expect(names).not.toContain(partitionOf(table, month(-3)));
      expect(names).toContain(partitionOf(table, kept));
    }
    expect(await listed()).toEqual([ids[2]]);
    expect(await world.db.query('SELECT id FROM webhooks.endpoints')).toEqual([{ id: endpoint.id }]);
    expect(await prune()).toEqual({ deliveries: 0, events: 0 });
    // Events are numbered by a sequence of the table that was dropped with the first months.
    await record(eventOf(now, 3));
    expect((await tail().read(accountId, {}, START)).events).toHaveLength(2);
  });

  it('are kept while a delivery is pending, and while a delivery that was replayed later has not expired', async () => {
    await age(4);
    const receiver = await Receiver.start((_, response) => void response.writeHead(500).end());
    const { endpoint } = await world.endpoint(accountId, receiver.url);
    const at = addDays(month(-3), 2);
    const [id] = await record(eventOf(at));
    await owner.query('UPDATE webhooks.deliveries SET created_at = $1', [at]);
    expect(await prune()).toEqual({ deliveries: 0, events: 0 });
    await world.turn(endpoint.id, true);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ id, data: { number_id: 'num_0' } });
    await finish(endpoint.id);
    await owner.query('UPDATE webhooks.deliveries SET created_at = $1', [addDays(now, -29)]);
    expect(await prune()).toEqual({ deliveries: 0, events: 1 });
    expect(await world.deliveries(endpoint.id)).toHaveLength(1);
    await owner.query('UPDATE webhooks.deliveries SET created_at = $1', [addDays(now, -31)]);
    expect(await prune()).toEqual({ deliveries: 1, events: 0 });
    await receiver.close();
  });

  it('are kept for 30 days, even if the application asks to drop them earlier', async () => {
    await age(4);
    await world.endpoint(accountId, URL);
    await record(eventOf(addDays(month(-3), 2), 0, addDays(now, -29)));
    await finish((await world.db.query<{ id: string }>('SELECT id FROM webhooks.endpoints'))[0]?.id ?? '');
    expect(await log().dropMonths(addDays(now, 1_000))).toBe(0);
    expect(await new StoredEventLog(world.db).dropMonths(addDays(now, 1_000))).toBe(0);
    expect([await rowsOf('webhooks.events'), await rowsOf('webhooks.deliveries')]).toEqual([1, 1]);
  });

  it('have no pending delivery left when the endpoint is deleted', async () => {
    await age(2);
    const { endpoint } = await world.endpoint(accountId, URL);
    await record(...[month(-2), month(-1), month(0), now].map((at, n) => eventOf(at, n)));
    await world.endpoints.delete(accountId, endpoint.id);
    const statuses = (await world.deliveries(endpoint.id)).map(({ status }) => status);
    expect(statuses).toEqual(Array(4).fill('abandoned'));
  });

  it('are dropped when a long statement has ended, and block no other statement meanwhile', async () => {
    await age(4);
    const { endpoint } = await world.endpoint(accountId, URL);
    await record(eventOf(now));
    await owner.query('BEGIN');
    await owner.query('SELECT (SELECT count(*) FROM webhooks.events), (SELECT count(*) FROM webhooks.deliveries)');
    const dropping = prune();
    const took: number[] = [];
    const until = performance.now() + 2_500;
    for (let n = 1; performance.now() < until; n++) {
      const since = performance.now();
      await record(eventOf(now, n));
      await world.store.lease(endpoint.id, 10);
      await listed();
      took.push(performance.now() - since);
      await pause(5);
    }
    await owner.query('COMMIT');
    expect(await dropping).toEqual({ deliveries: 0, events: 0 });
    expect((await partitions()).filter((name) => name.includes('_before'))).toEqual([]);
    expect(Math.max(...took)).toBeLessThan(1_000);
    expect(took.length).toBeGreaterThan(3);
  });

  describe('with many rows', () => {
    const MONTHLY = 4_000;
    let endpointId: string;

    /** Fills three months, and leaves a few deliveries of the present one due. */
    const fill = async () => {
      await age(2);
      endpointId = (await world.endpoint(accountId, URL)).endpoint.id;
      const { endpoint: other } = await world.endpoint(newId('acc'), URL);
      await owner.query(
        `INSERT INTO webhooks.events (id, account_id, type, data, related_ids, created_at)
         SELECT platform.earliest_id('evt', at) || lpad(to_hex(n), 16, '0'), $1, 'number.released', '{"number_id":"num_1"}', '{num_1}', at
         FROM generate_series(1, $2::int * 3) AS n, LATERAL (SELECT $3::timestamptz + (n / $2) * interval '1 month' + (n % $2) * interval '1 s' AS at) AS t`,
        [accountId, MONTHLY, month(-2)],
      );
      await owner.query(
        `INSERT INTO webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, is_test, status, attempts, next_attempt_at, created_at)
         SELECT 'whd_' || substr(id, 5, 9) || substr(md5(id || e), 1, 16), $1, e, id, type, false, 'succeeded', '[]', NULL, created_at
         FROM webhooks.events, unnest(ARRAY[$2, $3]) AS e`,
        [accountId, endpointId, other.id],
      );
      await record(...[1, 2, 3].map((n) => eventOf(now, n)));
      for (const table of TABLES) await owner.vacuum(`webhooks.${table}`);
    };
    /** Returns what each statement reads of partitions, as it was executed and rolled back. */
    const scansOf = async (work: () => Promise<unknown>) => {
      const plans: Scan[][] = [];
      for (const [text, values] of await statementsOf(world.db, work)) {
        if (!/^\s*(SELECT|WITH|UPDATE).*webhooks\.(events|deliveries)/s.test(text)) continue;
        await owner.query('BEGIN');
        const { rows } = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
          values,
        );
        await owner.query('ROLLBACK');
        plans.push(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan))));
      }
      return plans;
    };
    const newestId = () => {
      const id = eventId(now, 1);
      const digest = createHash('md5').update(`${id} ${endpointId}`).digest('hex');
      return `whd_${id.slice(4, 13)}${digest.slice(0, 16)}`;
    };
    const present = now.toISOString().slice(0, 7).replace('-', '_');

    it('are not read, except for one, to find an event or a delivery by its id', async () => {
      await fill();
      const id = eventId(now, 1);
      const plans = await scansOf(async () => {
        await reads().get(accountId, id);
        await tail().find(accountId, id);
        await log().lock(endpointId, newestId());
        expect(await log().restart(endpointId, newestId())).toMatchObject({ eventId: id });
        await world.store.handBack(endpointId, [id]);
        const settled = { status: 'pending', nextAttemptAt: now } as const;
        const outcome = { eventId: id, endpointId, cycleAttempts: 0, attempt: null, settled, isGone: false };
        await world.store.settle([outcome]);
      });
      expect(plans).toHaveLength(6);
      for (const scans of plans) {
        expect(scans.length).toBeGreaterThan(0);
        for (const scan of scans) {
          expect(scan.table).toMatch(new RegExp(`_${present}$`));
          expect(scan).toMatchObject({ type: expect.stringMatching(/^(Index|Bitmap)/) });
        }
      }
    });

    it('are searched for due deliveries by an index of pending deliveries, which is empty for past months', async () => {
      await fill();
      const plans = await scansOf(async () => {
        expect(await world.store.dueEndpoints()).toEqual([{ endpointId, isFailing: false }]);
        expect(await world.store.lease(endpointId, 100)).toHaveLength(3);
      });
      expect(plans).toHaveLength(2);
      for (const scans of plans) {
        const others = scans.filter(({ table }) => !table.endsWith(present));
        expect(scans.length).toBeGreaterThan(others.length);
        expect(others.map((scan) => ({ ...scan, rows: 0 }))).toEqual(others);
        for (const { blocks, loops } of others) expect(blocks).toBeLessThanOrEqual(2 * loops);
      }
    });
  });
});
