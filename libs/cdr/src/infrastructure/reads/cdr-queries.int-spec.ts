import { newId, type PageRequest, type ReportedAttempt, SORT_ORDERS } from '@trunkline/kernel';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import type { PostedCdr } from '../../application/ingest/ports';
import type { CdrFilters, CdrSort } from '../../application/reads/ports';
import { createCdr } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import { aDecision, anAttempt, aReport, aRoute } from '../../testing';
import { StoredCallStatistics } from '../call-statistics';
import { CdrReads } from './cdr-queries';
import { StoredCdrs } from '../ingest/cdr-store';

let database: TestDatabase;
let queries: CdrReads;
const start = new Date('2026-06-15T12:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

beforeAll(async () => {
  database = await testDatabase([cdrPersistence]);
  queries = new CdrReads(database.db);
});
afterAll(() => database.close());

interface Call {
  readonly at?: number;
  readonly seconds?: number | null;
  readonly sipCode?: number;
  readonly decision?: Partial<Decision> & { readonly country?: string | null };
  readonly writtenAt?: number;
}

async function write(accountId: string, calls: readonly Call[]): Promise<string[]> {
  const cdrs = calls.map(({ at = 0, seconds = 60, sipCode = 200, decision, writtenAt = at }): PostedCdr => {
    const startedAt = after(at);
    const endedAt = after(at + (seconds ?? 10));
    const report = aReport({ startedAt, answeredAt: seconds === null ? null : startedAt, endedAt, sipCode });
    const { country = 'DE', ...decided } = decision ?? {};
    const identity = { id: newId('cdr'), accountId, country };
    const cdr = createCdr(identity, report, aDecision({ id: newId('rd'), ...decided }));
    return {
      ...cdr,
      billingTransactionId: cdr.customerTotalCents > 0 ? newId('txn') : null,
      createdAt: after(writtenAt),
    };
  });
  await new StoredCdrs(database.db).add(cdrs);
  return cdrs.map(({ id }) => id);
}

const list = async (
  accountId: string,
  filters: Partial<CdrFilters>,
  page: Partial<PageRequest<CdrSort>> = {},
  hiddenDigits = 0,
) => {
  const given = { accountId, filters, oldest: new Date(0), hiddenDigits };
  return queries.list({ ...given, page: { limit: 50, sort: 'started_at', order: 'asc', after: null, ...page } });
};

/** Returns the ids on all pages. */
async function idsOnPages(
  accountId: string,
  filters: Partial<CdrFilters>,
  page: Pick<PageRequest<CdrSort>, 'limit' | 'sort' | 'order'>,
): Promise<string[]> {
  const ids: string[] = [];
  let next: PageRequest['after'] = null;
  do {
    const read = await list(accountId, filters, { ...page, after: next });
    ids.push(...read.items.map(({ id }) => id));
    next = read.next;
  } while (next);
  return ids;
}

/** Expects the pages of the matching CDRs in the order of `member`, in both directions. */
async function expectOrdered(
  accountId: string,
  filters: Partial<CdrFilters>,
  sort: CdrSort,
  member: 'createdAt' | 'billableDurationSeconds' | 'customerTotalCents',
): Promise<void> {
  const matching = (await list(accountId, filters)).items;
  for (const order of SORT_ORDERS) {
    const sign = order === 'asc' ? 1 : -1;
    const expected = matching.toSorted(
      (a, b) => sign * (Number(a[member]) - Number(b[member]) || (a.id < b.id ? -1 : 1)),
    );
    expect(await idsOnPages(accountId, filters, { limit: 2, sort, order })).toEqual(expected.map(({ id }) => id));
  }
}

describe('CdrReads', () => {
  const accountId = newId('acc');
  let ids: string[];
  /** Returns the positions of the matching rows, by start. */
  const found = async (filters: Partial<CdrFilters>, hiddenDigits = 0) =>
    (await list(accountId, filters, {}, hiddenDigits)).items.map(({ id }) => ids.indexOf(id));

  beforeAll(async () => {
    ids = await write(accountId, [
      {
        at: 0,
        seconds: 600,
        decision: {
          from: '+493012345',
          to: '+4930901820',
          sipTrunkId: null,
          routingProfileId: 'rp_1',
          routes: [aRoute({ trunkId: 'trk_9' })],
        },
      },
      { at: 100, seconds: null, sipCode: 486, decision: { from: 'sip:bob@example.com' } },
      {
        at: 200,
        seconds: 5,
        decision: { direction: 'outbound', country: 'AT', e164: '+4930901821', numberId: 'num_2', to: '+431234567' },
      },
      { at: 300, seconds: null, sipCode: 603, writtenAt: 4_000, decision: { from: '+49301_345' } },
    ]);
  });

  it.each<[Partial<CdrFilters>, number[]]>([
    [{}, [0, 1, 2, 3]],
    [{ from: after(100), to: after(300) }, [1, 2]],
    [{ createdFrom: after(300), createdTo: after(5_000) }, [3]],
    [{ direction: 'outbound' }, [2]],
    [{ e164: '+4930901821' }, [2]],
    [{ numberId: 'num_2' }, [2]],
    [{ routingProfileId: 'rp_1' }, [0]],
    [{ sipTrunkId: 'trk_9' }, [0]],
    [{ caller: { text: '+493012345', isPrefix: false } }, [0, 2]],
    [{ caller: { text: '+49301_', isPrefix: true } }, [3]],
    [{ caller: { text: 'sip:', isPrefix: true } }, [1]],
    [{ callee: { text: '+43', isPrefix: true } }, [2]],
    [{ countries: ['AT', 'CH'] }, [2]],
    [{ hangupCauses: ['user_busy', 'call_rejected'] }, [1, 3]],
    [{ sipResponseCodes: [486, 200] }, [0, 1, 2]],
    [{ isAnswered: true }, [0, 2]],
    [{ isAnswered: false }, [1, 3]],
    [{ minBillableSeconds: 5, maxBillableSeconds: 599 }, [2]],
    [{ minCostCents: 2 }, [0]],
    [{ isAnswered: true, direction: 'inbound', minCostCents: 1 }, [0]],
  ])('filters by %j', async (filters, positions) => {
    expect(await found(filters)).toEqual(positions);
  });

  it('finds nothing by a prefix that includes hidden digits', async () => {
    const caller = (text: string) => found({ caller: { text, isPrefix: true } }, 4);
    expect([await caller('+49301'), await caller('+493012'), await caller('sip:')]).toEqual([[0, 2], [], []]);
  });

  it('returns no CDR of another account', async () => {
    expect((await list(newId('acc'), {})).items).toEqual([]);
    expect(await queries.find(newId('acc'), ids[0]!)).toBeNull();
    expect(await queries.find(accountId, ids[0]!)).toMatchObject({
      id: ids[0],
      attempts: [{ result: 'answered', startedAt: after(0) }],
    });
  });

  it.each([
    ['billable_duration_s', 'billableDurationSeconds'],
    ['customer_total_cents', 'customerTotalCents'],
  ] as const)('orders answered and unanswered calls together by %s', async (sort, member) => {
    const owner = newId('acc');
    const lengths = [null, 0, 60, null, 120, 0, null, 60, 600];
    await write(
      owner,
      lengths.map((seconds, n) => ({ at: n, seconds, sipCode: seconds === null ? 486 : 200 })),
    );
    const some: readonly Partial<CdrFilters>[] = [
      {},
      { isAnswered: true },
      { isAnswered: false },
      { hangupCauses: ['user_busy'] },
      { hangupCauses: ['user_busy', 'normal_clearing'] },
      { hangupCauses: ['user_busy'], sipResponseCodes: [200] },
      { sipResponseCodes: [200] },
      { minBillableSeconds: 60 },
      { maxBillableSeconds: 60 },
    ];
    for (const filters of some) await expectOrdered(owner, filters, sort, member);
  });

  it.each([
    ['created_at', 'createdAt'],
    ['billable_duration_s', 'billableDurationSeconds'],
    ['customer_total_cents', 'customerTotalCents'],
  ] as const)('pages within a range of starts by %s', async (sort, member) => {
    const owner = newId('acc');
    const lengths = [60, null, 0, 600, null, 120, 60];
    await write(
      owner,
      lengths.map((seconds, n) => ({ at: n, seconds, sipCode: seconds === null ? 486 : 200, writtenAt: 5_000 - n })),
    );
    const range = { from: after(1), to: after(6) };
    for (const filters of [
      range,
      { ...range, countries: ['DE'] },
      { ...range, hangupCauses: ['user_busy'] as const },
    ]) {
      expect((await list(owner, filters)).items).toHaveLength('hangupCauses' in filters ? 2 : 5);
      await expectOrdered(owner, filters, sort, member);
    }
    expect((await list(owner, { ...range, countries: ['JP'] }, { sort })).items).toEqual([]);
  });

  it.each(['started_at', 'created_at', 'billable_duration_s', 'customer_total_cents'] as const)(
    'pages by %s in both directions, each row once',
    async (sort) => {
      const owner = newId('acc');
      const written = await write(
        owner,
        Array.from({ length: 23 }, (_, n) => ({ at: n % 5, seconds: 60 * (n % 4) })),
      );
      for (const order of SORT_ORDERS) {
        const seen = await idsOnPages(owner, {}, { limit: 5, sort, order });
        expect(seen).toHaveLength(23);
        expect(new Set(seen)).toEqual(new Set(written));
        const whole = (await list(owner, {}, { sort, order })).items.map(({ id }) => id);
        expect(seen).toEqual(whole);
      }
    },
  );

  it('is not affected by rows that are written between pages', async () => {
    const owner = newId('acc');
    const written = await write(owner, [{ at: 1 }, { at: 2 }, { at: 3 }]);
    const first = await list(owner, {}, { limit: 2, order: 'desc' });
    await write(owner, [{ at: 9 }]);
    const second = await list(owner, {}, { limit: 2, order: 'desc', after: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([...written].reverse());
  });
});

describe('StoredCallStatistics', () => {
  it('counts by UTC day, country and outcome', async () => {
    const accountId = newId('acc');
    const day = 86_400;
    await write(accountId, [
      { at: 0, seconds: 60 },
      { at: -12 * 3_600, seconds: 60 },
      { at: -12 * 3_600 - 1, seconds: null, sipCode: 486 },
      { at: -29 * day, seconds: 60, decision: { country: 'AT' } },
      { at: -31 * day, seconds: 60 },
      { at: -5 * day, seconds: null, sipCode: 480, decision: { country: null } },
    ]);
    const figures = await new StoredCallStatistics(database.db).figures(accountId, start);
    expect(figures).toMatchObject({ seconds: 180, count: 5, normalClearing: 3 });
    expect(figures.topCountries).toEqual([
      { country: 'DE', count: 3 },
      { country: 'AT', count: 1 },
    ]);
    expect(figures.daily).toHaveLength(30);
    expect(figures.daily.at(0)).toEqual({ dayStart: new Date('2026-05-17T00:00:00Z'), count: 1 });
    expect(figures.daily.slice(-2)).toEqual([
      { dayStart: new Date('2026-06-14T00:00:00Z'), count: 1 },
      { dayStart: new Date('2026-06-15T00:00:00Z'), count: 2 },
    ]);
  });

  it('lists the latest calls, newest first', async () => {
    const accountId = newId('acc');
    const ids = await write(
      accountId,
      Array.from({ length: 12 }, (_, n) => ({ at: n })),
    );
    const recent = await new StoredCallStatistics(database.db).recent(accountId, 10);
    expect(recent.map(({ id }) => id)).toEqual([...ids].reverse().slice(0, 10));
  });
});

describe('the latest attempts on a trunk', () => {
  const accountId = newId('acc');
  const callOf = (sipTrunkId: string, at: number, attempts: readonly ReportedAttempt[]): PostedCdr => {
    const times = { startedAt: after(at), answeredAt: after(at), endedAt: after(at + 60) };
    const report = aReport({ ...times, attempts });
    const decided = aDecision({ id: newId('rd'), sipTrunkId, routes: [aRoute({ trunkId: sipTrunkId })] });
    const cdr = createCdr({ id: newId('cdr'), accountId, country: 'DE' }, report, decided);
    return { ...cdr, billingTransactionId: newId('txn'), createdAt: times.endedAt };
  };

  it('are those to its gateways, newest first, with the start of the call where the switch reported none', async () => {
    await new StoredCdrs(database.db).add([
      callOf('trk_1', 0, [anAttempt({ startedAt: after(2) })]),
      callOf('trk_1', 100, [
        anAttempt({ startedAt: null, result: 'failed', sipCode: 503, ringSeconds: 0 }),
        anAttempt({ order: 2, targetId: 'rpt_2', gatewayId: null, contactId: 'ct_1', startedAt: after(104) }),
      ]),
      callOf('trk_2', 200, [anAttempt()]),
    ]);
    expect(await queries.latestAttempts(accountId, ['trk_1'])).toEqual([
      { trunkId: 'trk_1', gatewayId: 'gw_1', result: 'failed', sipCode: 503, ringSeconds: 0, at: after(100) },
      {
        ...{ trunkId: 'trk_1', gatewayId: 'gw_1', result: 'answered', sipCode: 200 },
        ...{ ringSeconds: expect.any(Number), at: after(2) },
      },
    ]);
    expect(await queries.latestAttempts(newId('acc'), ['trk_1'])).toEqual([]);
    const ofBoth = await queries.latestAttempts(accountId, ['trk_1', 'trk_2']);
    expect(ofBoth.map(({ trunkId }) => trunkId)).toEqual(['trk_2', 'trk_1', 'trk_1']);
    expect([...ofBoth].sort((a, b) => b.at.getTime() - a.at.getTime())).toEqual(ofBoth);
  });

  it('are returned once for a trunk that is named twice', async () => {
    await new StoredCdrs(database.db).add([callOf('trk_4', 0, [anAttempt()])]);
    expect(await queries.latestAttempts(accountId, ['trk_4', 'trk_4'])).toHaveLength(1);
  });

  it('are those of the latest fifty calls', async () => {
    const calls = Array.from({ length: 60 }, (_, n) => callOf('trk_3', n, [anAttempt({ startedAt: after(n) })]));
    await new StoredCdrs(database.db).add(calls);
    const attempts = await queries.latestAttempts(accountId, ['trk_3']);
    expect([attempts.length, attempts[0]?.at]).toEqual([50, after(59)]);
  });
});
