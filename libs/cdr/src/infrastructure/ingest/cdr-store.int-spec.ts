import { newId, type Page } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { CdrStore, PostedCdr } from '../../application/ingest/ports';
import { createCdr } from '../../domain/ingest/cdr';
import { cdrPersistence } from '../../cdr.module';
import { aDecision, aNewDecision, aReport, aRowOf, ingestWorldWith } from '../../testing';
import { OutboxCharges } from '../../testing/ingest/outbox-charges';
import { CdrReads } from '../reads/cdr-queries';
import { StoredCdrs } from './cdr-store';

let database: TestDatabase;
let store: CdrStore;

beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
  store = new StoredCdrs(database.db);
});
afterAll(() => database.close());

describe('StoredCdrs', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const claim = (decisionId: string, cdrId: string, accountId = 'acc_1') => ({
    accountId,
    decisionId,
    cdrId,
    switchId: 'sw1',
    callId: `call of ${decisionId}`,
  });

  it('grants each call to one claim', async () => {
    expect((await store.claim([claim('rd_a', 'cdr_1'), claim('rd_b', 'cdr_2')], now)).won).toEqual(
      new Set(['cdr_1', 'cdr_2']),
    );
    expect((await store.claim([claim('rd_b', 'cdr_3'), claim('rd_c', 'cdr_4')], now)).won).toEqual(new Set(['cdr_4']));
  });

  it('grants one of two claims for the same call in one statement', async () => {
    expect((await store.claim([claim('rd_d', 'cdr_5'), claim('rd_d', 'cdr_6')], now)).won.size).toBe(1);
  });

  it('returns the CDR ids of claimed calls', async () => {
    await store.claim([claim('rd_e', 'cdr_7')], now);
    expect(await store.findMany([claim('rd_e', ''), claim('rd_unknown', '')])).toEqual(
      new Map([['rd_e', { cdrId: 'cdr_7', isAnswered: true }]]),
    );
  });

  it('returns creation times that rise strictly within an account', async () => {
    const times: number[] = [];
    for (const [index, ms] of [0, 0, -5_000, 60_000].entries()) {
      const { createdAt } = await store.claim(
        [claim(`rd_r${index}`, `cdr_r${index}`, 'acc_rising')],
        new Date(now.getTime() + ms),
      );
      times.push(createdAt.get('acc_rising')!.getTime() - now.getTime());
    }
    expect(times).toEqual([0, 1, 2, 60_000]);
  });
});

/** Returns an ingest on PostgreSQL, with calls of one new account. */
function recorder(count: number, charges = new OutboxCharges(database.db)) {
  const accountId = newId('acc');
  const decisions = Array.from({ length: count }, () => aNewDecision({ accountId }));
  const rows = decisions.map((decision) => aRowOf(decision));
  return { accountId, rows, charges, make: () => ingestWorldWith(database.db, { decisions, charges }).recordCdrs };
}

const countOf = async (sql: string, accountId: string) =>
  (await database.db.find<{ count: number }>(`SELECT count(*) AS count FROM ${sql} WHERE account_id = $1`, [accountId]))
    ?.count;

describe('recording on PostgreSQL', () => {
  it('charges each call once when the same batch is posted ten times at once', async () => {
    const { accountId, rows, make } = recorder(150);
    const answers = await Promise.all(Array.from({ length: 10 }, () => make().record(rows)));
    expect(await countOf('cdr.cdrs', accountId)).toBe(150);
    expect(await countOf('platform.outbox', accountId)).toBe(150);
    const recorded = answers.flat().filter(({ outcome }) => outcome === 'recorded');
    expect([answers.flat().length, recorded.length]).toEqual([1_500, 150]);
    const first = new Map(answers[0]?.map((row, index) => [index, 'cdrId' in row ? row.cdrId : '']));
    for (const answer of answers)
      answer.forEach((row, index) => expect(row).toMatchObject({ cdrId: first.get(index) }));
  });

  it('writes neither CDR nor claim when the charge fails, and both on the next attempt', async () => {
    const { accountId, rows, make, charges } = recorder(3);
    charges.fails = true;
    await expect(make().record(rows)).rejects.toThrow('the ledger is unavailable');
    expect([await countOf('cdr.cdrs', accountId), await countOf('platform.outbox', accountId)]).toEqual([0, 0]);
    charges.fails = false;
    expect((await make().record(rows)).map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded', 'recorded']);
    expect([await countOf('cdr.cdrs', accountId), await countOf('platform.outbox', accountId)]).toEqual([3, 3]);
  });

  it('denies the application to change or delete CDRs', async () => {
    const { accountId, rows, make } = recorder(1);
    await make().record(rows);
    for (const statement of [
      `UPDATE cdr.cdrs SET customer_total_cents = 0 WHERE account_id = '${accountId}'`,
      `DELETE FROM cdr.cdrs WHERE account_id = '${accountId}'`,
      `DELETE FROM cdr.intake`,
      `TRUNCATE cdr.cdrs`,
    ]) {
      await expect(database.db.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('rejects a CDR whose total has no charge', async () => {
    const cdr = createCdr(
      { id: newId('cdr'), accountId: newId('acc'), country: null },
      aReport(),
      aDecision({ id: newId('rd') }),
    );
    const unpaid: PostedCdr = { ...cdr, billingTransactionId: null, createdAt: new Date(0) };
    await expect(store.add([unpaid])).rejects.toMatchObject({ constraint: 'cdrs_charged' });
  });

  it('returns every CDR to a client that polls by created_at while calls are recorded', async () => {
    const { accountId, rows, make } = recorder(400);
    const queries = new CdrReads(database.db);
    const seen = new Set<string>();
    let after: Page<unknown>['next'] = null;
    const read = async () => {
      const page = { limit: 50, sort: 'created_at', order: 'asc', after } as const;
      const given = { accountId, filters: {}, oldest: new Date(0), hiddenDigits: 0 };
      const { items } = await queries.list({ ...given, page });
      for (const { id } of items) seen.add(id);
      const last = items.at(-1);
      if (last) after = { key: last.createdAt.toISOString(), id: last.id };
      return items.length;
    };
    const writers = Array.from({ length: 8 }, (_, writer) =>
      (async () => {
        for (let n = writer; n < rows.length; n += 8) await make().record([rows[n]]);
      })(),
    );
    const state = { isWriting: true };
    const reader = (async () => {
      while (state.isWriting) await read();
      while ((await read()) > 0);
    })();
    await Promise.all(writers);
    state.isWriting = false;
    await reader;
    expect(seen.size).toBe(400);
  });
});
