import { setTimeout as pause } from 'node:timers/promises';
import { addDays, addSeconds, earliestId, newId, type SortOrder } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { ageMonths, monthOf, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { PostedCdr } from '../application/ingest/ports';
import { CDR_SORTS, type CdrFilters, type CdrSort } from '../application/reads/ports';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { cdrPersistence } from '../cdr.module';
import { marginOf } from '../domain/ingest/call-margin';
import { createCdr } from '../domain/ingest/cdr';
import { aDecision, aReport, FakeRetention } from '../testing';
import { StoredCdrs } from './ingest/cdr-store';
import type { PageOfCdrs } from './reads/cdr-page';
import { CdrReads } from './reads/cdr-queries';
import { StoredExpiredCdrs } from './retention';

const now = new Date();
const month = (later: number) => monthOf(later, now);
const cdrId = (at: Date, n = 0) => `${earliestId('cdr', at)}${n.toString(16).padStart(16, '0')}`;
const rd = (at: Date, n = 0) => `${earliestId('rd', at)}${n.toString(16).padStart(16, '0')}`;

/** Reads lists in spans of few hours. */
class ReadsOfHours extends CdrReads {
  protected override readonly spanHours = [1, 3, null];
}

describe('the months of CDRs', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;
  let store: StoredCdrs;

  beforeEach(async () => {
    test = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(test.url);
    store = new StoredCdrs(test.db);
  });
  afterEach(async () => {
    await owner.end();
    await test.close();
  });

  const cdrOf = (accountId: string, id: string, createdAt: Date): PostedCdr => {
    const times = { startedAt: createdAt, answeredAt: createdAt, endedAt: addSeconds(createdAt, 60) };
    const cdr = createCdr({ id, accountId, country: 'DE' }, aReport(times), aDecision({ id: newId('rd') }));
    return { ...cdr, isLegEstimated: true, billingTransactionId: newId('txn'), createdAt };
  };
  const add = async (...cdrs: readonly PostedCdr[]) => {
    await store.add(cdrs);
    await store.addMargins(cdrs.map((cdr) => marginOf({ cdr, inboundCost: null, route: null })));
  };
  const tables = async () =>
    (
      await owner.query<{ name: string }>(
        `SELECT partition AS name FROM platform.monthly_partitions() WHERE table_name IN ('cdr.cdrs', 'cdr.call_margins') ORDER BY 1`,
      )
    ).rows.map(({ name }) => name);
  const rowsOf = async (table: string) =>
    (await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0]?.rows;

  const age = async (months: number) => {
    for (const table of ['cdr.cdrs', 'cdr.call_margins']) await ageMonths(owner, { table, prefix: 'cdr' }, months);
  };
  const prune = () => new PruneCdrs(new StoredExpiredCdrs(test.db), new FakeRetention(), new TestClock(now)).prune();
  const nameOf = (at: Date) => `cdrs_${at.toISOString().slice(0, 7).replace('-', '_')}`;
  /** Reads a page, and the plans of its statements about CDRs. */
  const explained = async (request: PageOfCdrs) => {
    const plans: string[] = [];
    const query = test.db.query.bind(test.db);
    test.db.query = async (...given: Parameters<typeof query>) => {
      if (given[0].includes('cdr.cdrs')) plans.push(await owner.explain(given[0], given[1]));
      return query(...given);
    };
    try {
      return { ...(await new CdrReads(test.db).list(request)), plans };
    } finally {
      Object.assign(test.db, { query });
    }
  };
  const list = async (
    accountId: string,
    sort: CdrSort,
    limit = 2,
    reads = new CdrReads(test.db),
    order: SortOrder = 'asc',
  ) => {
    const ids: string[] = [];
    for (let after = null as null | { key: string | number; id: string }; ; ) {
      const page = { limit, sort, order, after };
      const given = { accountId, filters: {}, oldest: new Date(0), hiddenDigits: 0, page };
      const { items, next } = await reads.list(given);
      ids.push(...items.map(({ id }) => id));
      if (!next) return ids;
      after = next;
    }
  };

  it('hold the CDRs of their ids, which are listed, found and counted across the border', async () => {
    await age(2);
    const accountId = newId('acc');
    const border = month(0);
    const times = [-90, -1, 0, 1, 90].map((seconds) => addSeconds(border, seconds));
    const cdrs = times.map((at, n) => cdrOf(accountId, cdrId(at, n), at));
    await add(...cdrs);
    const names = [month(-1), border].map((at) => `cdr.cdrs_${at.toISOString().slice(0, 7).replace('-', '_')}`);
    expect(await Promise.all(names.map(rowsOf))).toEqual([2, 3]);
    const ids = cdrs.map(({ id }) => id);
    for (const sort of CDR_SORTS) expect([sort, await list(accountId, sort)]).toEqual([sort, ids]);
    for (const id of ids) expect((await new CdrReads(test.db).find(accountId, id))?.id).toBe(id);
    const counted = await owner.query<{ calls: number }>(
      'SELECT sum(calls)::int AS calls FROM cdr.call_hours WHERE account_id = $1',
      [accountId],
    );
    expect(counted.rows).toEqual([{ calls: 5 }]);
  });

  it('are left out of a list that begins later, or ends earlier', async () => {
    await age(2);
    const accountId = newId('acc');
    const times = [month(-2), month(-1), addDays(month(0), -1), month(0), addSeconds(month(0), 60)];
    const cdrs = times.map((at, n) => cdrOf(accountId, cdrId(at, n), at));
    await add(...cdrs);
    const read = async (filters: CdrFilters, sort: CdrSort) => {
      const page = { limit: 10, sort, order: 'asc', after: null } as const;
      const request = { accountId, filters, oldest: new Date(0), hiddenDigits: 0, page };
      const { items, plans } = await explained(request);
      return {
        ids: items.map(({ id }) => id),
        months: [-2, -1, 0, 1].filter((later) => plans.join().includes(nameOf(month(later)))),
      };
    };
    const ids = cdrs.map(({ id }) => id);
    for (const sort of ['started_at', 'billable_duration_s'] as const) {
      expect(await read({ from: month(0) }, sort)).toEqual({ ids: ids.slice(3), months: [0] });
      expect(await read({ from: month(-1), to: addDays(month(-1), 1) }, sort)).toEqual({ ids: [ids[1]], months: [-1] });
    }
    expect(await read({}, 'started_at')).toEqual({ ids, months: [-2, -1, 0] });
    expect((await read({}, 'billable_duration_s')).months).toEqual([-2, -1, 0, 1]);
    // As a client polls.
    expect(await read({ createdFrom: month(0) }, 'created_at')).toEqual({ ids: ids.slice(3), months: [0] });
    expect(await read({ createdFrom: addSeconds(month(0), 61) }, 'created_at')).toEqual({ ids: [], months: [] });
    expect(await read({ ids: [ids[1] ?? '', 'cdr_1'] }, 'started_at')).toEqual({
      ids: [ids[1]],
      months: [-2, -1, 0, 1],
    });
    expect(await read({ ids: [ids[1] ?? ''] }, 'started_at')).toEqual({ ids: [ids[1]], months: [-1] });
  });

  it('are read from the first of a list on until the page is full, and each CDR once', async () => {
    await age(3);
    const accountId = newId('acc');
    const first = addDays(month(-3), 2);
    // One call an hour in the three months before this one. The calls to Austria are the first hundred.
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, country, started_at, ended_at,
         duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
       SELECT platform.earliest_id('cdr', at) || lpad(to_hex(n), 16, '0'), $1, 'sw', 'c', 'd', 'inbound',
         CASE WHEN n <= 100 THEN 'AT' END, at, at, 0, 0, 'no_answer', 0, 'USD', '[]', at
       FROM (SELECT row_number() OVER (ORDER BY at) AS n, at
         FROM generate_series($2::timestamptz, $3::timestamptz - interval '1 hour', interval '1 hour') AS at) AS call`,
      [accountId, first, month(0)],
    );
    const read = async (filters: CdrFilters, order: 'asc' | 'desc', limit: number) => {
      const page = { limit, sort: 'started_at', order, after: null } as const;
      const { items, plans } = await explained({ accountId, filters, oldest: new Date(0), hiddenDigits: 0, page });
      const months = plans.map((plan) => [-3, -2, -1, 0].filter((later) => plan.includes(nameOf(month(later)))));
      return { months, count: new Set(items.map(({ id }) => id)).size, last: items.at(-1)?.startedAt };
    };
    expect(await read({}, 'desc', 50)).toEqual({ months: [[-1]], count: 50, last: addSeconds(month(0), -50 * 3_600) });
    expect(await read({}, 'asc', 50)).toEqual({ months: [[-3]], count: 50, last: addSeconds(first, 49 * 3_600) });
    const all = await read({}, 'desc', 5_000);
    expect(all).toMatchObject({ months: [[-1], [-3, -2, -1, 0]], last: first });
    expect(all.count).toBe((month(0).getTime() - first.getTime()) / 3_600_000);
    const rare = { countries: ['AT'] };
    expect(await read(rare, 'desc', 50)).toMatchObject({ months: [[-1], [-3, -2, -1, 0]], count: 50 });
    expect(await read(rare, 'asc', 50)).toMatchObject({ months: [[-3]], count: 50 });
    expect(await read({ ...rare, from: month(-1) }, 'desc', 50)).toMatchObject({ months: [[-1], [-1]], count: 0 });
    expect(await read({ from: month(0) }, 'desc', 50)).toMatchObject({ months: [], count: 0 });
  });

  it('are searched for each page of late, imported and corrected CDRs, whose ids are of other months than their starts', async () => {
    await age(3);
    const moment = fc
      .integer({ min: month(-4).getTime(), max: month(0).getTime() + 3_600_000 })
      .map((ms) => new Date(ms));
    const planted = fc.record({ bornAt: moment, startedAt: moment, correctedTo: fc.option(moment, { nil: null }) });
    await fc.assert(
      fc.asyncProperty(fc.array(planted, { minLength: 1, maxLength: 25 }), async (calls) => {
        const accountId = newId('acc');
        const cdrs = calls.map(({ bornAt, startedAt }, n) => {
          const cdr = cdrOf(accountId, cdrId(bornAt, n), startedAt);
          return {
            ...cdr,
            answeredAt: null,
            isLegEstimated: false,
            billableDurationSeconds: 0,
            customerTotalCents: 0,
            billingTransactionId: null,
          };
        });
        await store.add(cdrs);
        const answered = calls.flatMap(({ bornAt, correctedTo }, n) =>
          correctedTo === null ? [] : [cdrOf(accountId, cdrId(bornAt, n), correctedTo)],
        );
        if (answered.length > 0) expect((await store.correct(answered)).size).toBe(answered.length);
        const corrected = new Map(answered.map((cdr) => [cdr.id, cdr]));
        const stored = cdrs.map((cdr) => corrected.get(cdr.id) ?? cdr);
        const key = (cdr: PostedCdr) => `${cdr.startedAt.toISOString()} ${cdr.id}`;
        const expected = stored.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
        // Each page but the first is one of a poll: all were created when they started.
        expect(await list(accountId, 'created_at', 3)).toEqual(expected);
        for (const reads of [new CdrReads(test.db), new ReadsOfHours(test.db)]) {
          expect(await list(accountId, 'started_at', 3, reads)).toEqual(expected);
          expect(await list(accountId, 'started_at', 3, reads, 'desc')).toEqual(expected.toReversed());
        }
      }),
      { numRuns: 15 },
    );
  });

  it('record a call once that is reported twice in the moment of the border', async () => {
    await age(2);
    const accountId = newId('acc');
    for (let call = 0; call < 20; call++) {
      const decisionId = rd(month(0), call);
      const report = (createdAt: Date) =>
        test.db.run(async () => {
          const id = cdrId(createdAt, call);
          const claim = { accountId, decisionId, switchId: 'sw1', callId: `c${String(call)}`, cdrId: id };
          const { won } = await store.claim([claim], createdAt);
          if (won.has(id)) await store.add([cdrOf(accountId, id, createdAt)]);
        });
      await Promise.all([report(addSeconds(month(0), -1)), report(month(0)), report(addSeconds(month(0), 1))]);
    }
    expect(await rowsOf('cdr.cdrs')).toBe(20);
    expect(await rowsOf('cdr.intake')).toBe(20);
  });

  it('are dropped with the last CDR past its retention, and keep the hourly counts', async () => {
    await age(17);
    const accountId = newId('acc');
    const [expired, kept] = [addDays(month(-15), 3), addDays(month(-13), 3)];
    await add(cdrOf(accountId, cdrId(expired), expired), cdrOf(accountId, cdrId(expired, 1), addSeconds(expired, 1)));
    await add(cdrOf(accountId, cdrId(kept), kept));
    const counts = () => owner.query('SELECT * FROM cdr.call_hours WHERE account_id = $1', [accountId]);
    const before = (await counts()).rows;
    const names = await tables();
    expect(await prune()).toBeGreaterThanOrEqual(2);
    const left = await tables();
    expect(names.length - left.length).toBeGreaterThanOrEqual(6);
    expect(left.filter((name) => name.includes('_before'))).toEqual([]);
    expect(await list(accountId, 'created_at')).toEqual([cdrId(kept)]);
    expect([await rowsOf('cdr.call_margins'), await rowsOf('cdr.estimated_legs')]).toEqual([1, 1]);
    expect((await counts()).rows).toEqual(before);
    expect(await prune()).toBe(0);
  });

  it('are kept for a CDR that was corrected later, and for 31 days, whatever the application asks for', async () => {
    await age(17);
    const accountId = newId('acc');
    const created = addDays(month(-16), 3);
    await add(cdrOf(accountId, cdrId(created), addDays(now, -10)));
    await prune();
    expect(await list(accountId, 'created_at')).toEqual([cdrId(created)]);
    await add(cdrOf(accountId, cdrId(month(-1)), addDays(now, -20)));
    await new StoredExpiredCdrs(test.db).dropMonths(addDays(now, 1_000));
    expect(await list(accountId, 'created_at')).toHaveLength(2);
    const dropping = test.db.query('SELECT platform.drop_partition($1, $2)', ['cdr.cdrs', (await tables()).at(-1)]);
    await expect(dropping).rejects.toThrow(/must be owner|permission denied/);
  });

  it('are dropped beside a long statement once it has ended, and no statement waits behind the lock', async () => {
    await age(17);
    const accountId = newId('acc');
    await add(cdrOf(accountId, cdrId(now), now));
    await owner.query('BEGIN');
    await owner.query('SELECT count(*) FROM cdr.cdrs');
    const dropping = new StoredExpiredCdrs(test.db).dropMonths(addDays(now, -400));
    const slowest: number[] = [];
    const until = performance.now() + 2_500;
    for (let n = 1; performance.now() < until; n++) {
      const since = performance.now();
      await store.add([cdrOf(accountId, cdrId(now, n), now)]);
      await list(accountId, 'started_at', 100);
      slowest.push(performance.now() - since);
      await pause(5);
    }
    await owner.query('COMMIT');
    expect(await dropping).toBe(0);
    expect(Math.max(...slowest)).toBeLessThan(1_000);
    expect(slowest.length).toBeGreaterThan(5);
  });
});
