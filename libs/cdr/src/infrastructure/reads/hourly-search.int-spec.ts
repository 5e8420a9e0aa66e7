import { newId, type SortOrder } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { PostedCdr } from '../../application/ingest/ports';
import type { CdrFilters, CdrSort } from '../../application/reads/ports';
import { cdrPersistence } from '../../cdr.module';
import { createCdr } from '../../domain/ingest/cdr';
import { aDecision, aReport } from '../../testing';
import { StoredCdrs } from '../ingest/cdr-store';
import { CdrReads } from './cdr-queries';

const HOUR = 3_600;
const CALLS = 120;
const start = new Date('2026-06-15T12:30:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const MEMBERS = {
  started_at: 'startedAt',
  created_at: 'createdAt',
  billable_duration_s: 'billableDurationSeconds',
  customer_total_cents: 'customerTotalCents',
} as const;

/** Any number of hours after `start`, calls of any length, a third unanswered, some written late, with ids in any order. */
function someCalls(accountId: string): PostedCdr[] {
  const ids = Array.from({ length: CALLS }, () => newId('cdr'));
  return ids.map((_, n): PostedCdr => {
    const startedAt = after(((n * 37) % CALLS) * (HOUR / 20));
    const seconds = n % 3 === 0 ? null : 1 + ((n * 53) % 400);
    const endedAt = new Date(startedAt.getTime() + (seconds ?? 10) * 1000);
    const answered = { answeredAt: seconds === null ? null : startedAt, sipCode: seconds === null ? 486 : 200 };
    const identity = { id: ids[(n * 71) % CALLS] ?? '', accountId, country: n % 7 === 0 ? 'AT' : 'DE' };
    const cdr = createCdr(identity, aReport({ startedAt, endedAt, ...answered }), aDecision({ id: newId('rd') }));
    const lateSeconds = n % 11 === 0 ? 3 * HOUR : n % 5;
    const createdAt = new Date(endedAt.getTime() + lateSeconds * 1000);
    return { ...cdr, createdAt, billingTransactionId: cdr.customerTotalCents > 0 ? newId('txn') : null };
  });
}

class QueriesOfFew extends CdrReads {
  protected override readonly fewRows = 0;
  protected override readonly spanHours = [1, 2, null];
}

describe('a search limited by hourly counts', () => {
  const accountId = newId('acc');
  const calls = someCalls(accountId);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    // In batches, so that counts and bounds are added to.
    const store = new StoredCdrs(database.db);
    for (let n = 0; n < CALLS; n += 40) await store.add(calls.slice(n, n + 40));
  });
  afterAll(() => database.close());

  const pagesOf = async (queries: CdrReads, filters: CdrFilters, sort: CdrSort, order: SortOrder) => {
    const found: string[] = [];
    for (let next: { key: string | number; id: string } | null = null; ; ) {
      const page = { limit: 17, sort, order, after: next };
      const read = await queries.list({ accountId, filters, oldest: new Date(0), hiddenDigits: 0, page });
      found.push(...read.items.map(({ id }) => id));
      next = read.next;
      if (!next) return found;
    }
  };

  const cases: [string, Partial<CdrFilters>, (cdr: PostedCdr) => boolean][] = [
    ['from', { from: after(2 * HOUR) }, (cdr) => cdr.startedAt >= after(2 * HOUR)],
    ['to', { to: after(3 * HOUR) }, (cdr) => cdr.startedAt < after(3 * HOUR)],
    ['created_from', { createdFrom: after(4 * HOUR) }, (cdr) => cdr.createdAt >= after(4 * HOUR)],
    ['created_to', { createdTo: after(2 * HOUR) }, (cdr) => cdr.createdAt < after(2 * HOUR)],
    [
      'from and country',
      { from: after(HOUR), countries: ['AT'] },
      (cdr) => cdr.startedAt >= after(HOUR) && cdr.country === 'AT',
    ],
    ['max_billable_s', { maxBillableSeconds: 90 }, (cdr) => cdr.billableDurationSeconds <= 90],
    ['min_cost_cents', { minCostCents: 3 }, (cdr) => cdr.customerTotalCents >= 3],
    ['a time before all calls', { to: after(-2 * HOUR) }, () => false],
  ];

  it.each(cases)(
    'finds by %s what matches, in every order, whether few or many match',
    async (_, filters, isMatching) => {
      const matching = calls.filter(isMatching);
      for (const queries of [new CdrReads(database.db), new QueriesOfFew(database.db)]) {
        for (const sort of Object.keys(MEMBERS) as CdrSort[]) {
          const key = (cdr: PostedCdr) => Number(cdr[MEMBERS[sort]]);
          const sorted = matching.toSorted((a, b) => key(a) - key(b) || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
          expect(await pagesOf(queries, filters, sort, 'asc')).toEqual(sorted);
          expect(await pagesOf(queries, filters, sort, 'desc')).toEqual(sorted.toReversed());
        }
      }
    },
  );
});
