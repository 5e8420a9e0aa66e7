import { type DomainError, hangupCause, rejection } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { createCdr } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import { aDecision, aReport, aRoute, FakeAccounts, FakeDecisions, FakeQueries, FakeRetention } from '../../testing';
import { Cdrs } from './cdrs';
import type { CdrFilters } from './ports';
import type { CdrSummaries, SummaryRequest, SummedCalls } from './summaries';
import type { CdrView, StoredCdrDetail } from './views';

const page = { limit: 10, sort: 'started_at', order: 'desc', after: null } as const;
const forward = aRoute({ targetKind: 'pstn_forward', destination: '+4915112345678' });
const row: StoredCdrDetail = {
  ...createCdr({ id: 'cdr_1', accountId: 'acc_1', country: 'DE' }, aReport(), aDecision({ routes: [forward] })),
  billingTransactionId: 'txn_1',
  createdAt: new Date('2025-12-31T12:00:00Z'),
};

function readsWorld(rows: readonly StoredCdrDetail[] = [], decisions: readonly Decision[] = []) {
  const accounts = new FakeAccounts();
  const queries = new FakeQueries(rows);
  const clock = new TestClock(new Date('2026-01-01T12:00:00Z'));
  const summaries = new FakeSummaries();
  const decided = new FakeDecisions(decisions);
  const cdrs = new Cdrs(queries, summaries, accounts, decided, new FakeRetention(), clock);
  return { accounts, queries, summaries, cdrs };
}

class FakeSummaries implements CdrSummaries {
  readonly requests: SummaryRequest[] = [];

  sum(request: SummaryRequest): Promise<SummedCalls> {
    this.requests.push(request);
    const sums = { calls: 3, answered: 2, billableSeconds: 125, costCents: 4 };
    const none = { calls: 1, answered: 0, billableSeconds: 0, costCents: 0 };
    const items = [
      { keys: request.groups.map((group) => `a ${group}`), ...sums },
      { keys: request.groups.map(() => null), ...none },
    ];
    return Promise.resolve({ items, next: null, totals: { ...none, calls: 0 } });
  }
}

const fieldsOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: unknown) => Object.keys((error as DomainError).fields ?? {}),
  );

describe('Cdrs', () => {
  it('redacts caller, callee and forwarding destinations', async () => {
    const world = readsWorld([row]);
    const shown = async () => {
      const { items } = await world.cdrs.list('acc_1', {}, page);
      const detail = await world.cdrs.get('acc_1', 'cdr_1');
      const partiesOf = (cdr?: CdrView) => [cdr?.caller, cdr?.callee, cdr?.forwardToE164];
      return [partiesOf(items[0]), partiesOf(detail), detail.attempts[0]?.destination];
    };
    const all = ['+493012345', '+4930901820', '+4915112345678'];
    expect(await shown()).toEqual([all, all, '+4915112345678']);
    world.accounts.redaction = 'partial';
    const some = ['+49301****', '+493090****', '+491511234****'];
    expect(await shown()).toEqual([some, some, '+491511234****']);
    world.accounts.redaction = 'full';
    expect(await shown()).toEqual([[null, null, null], [null, null, null], null]);
  });

  it('limits ranges without a start to the retention', async () => {
    const { cdrs, queries } = readsWorld();
    await cdrs.list('acc_1', { to: new Date('2025-01-01') }, page);
    expect(queries.requests[0]?.oldest).toEqual(new Date('2024-11-27T12:00:00Z'));
  });

  it('summarizes with rates, and without those that nothing defines', async () => {
    const { cdrs, summaries, accounts } = readsWorld();
    const query = {
      filters: { from: new Date(0) },
      timezone: 'Europe/Berlin',
      page: { ...page, sort: 'key' },
    } as const;
    const { items, totals } = await cdrs.summarize('acc_1', { ...query, groups: ['day'] });
    expect(items).toEqual([
      { key: 'a day', calls: 3, answered: 2, billableSeconds: 125, costCents: 4, asrPct: 66.7, acdSeconds: 62.5 },
      { key: null, calls: 1, answered: 0, billableSeconds: 0, costCents: 0, asrPct: 0, acdSeconds: null },
    ]);
    expect(totals).toMatchObject({ calls: 0, asrPct: null, acdSeconds: null });
    const oldest = new Date('2024-11-27T12:00:00Z');
    expect(summaries.requests[0]).toMatchObject({ oldest, filters: { from: oldest }, hiddenDigits: 0 });
    const pairs = await cdrs.summarize('acc_1', { ...query, groups: ['day', 'trunk'] });
    expect(pairs.items.map(({ key }) => key)).toEqual([
      ['a day', 'a trunk'],
      [null, null],
    ]);
    accounts.redaction = 'full';
    const caller = { text: '+49', isPrefix: true };
    expect(await fieldsOf(cdrs.summarize('acc_1', { ...query, groups: ['day'], filters: { caller } }))).toEqual([
      'caller',
    ]);
  });

  it('throws not_found for a CDR beyond the retention', async () => {
    const of = (createdAt: string) =>
      readsWorld([{ ...row, createdAt: new Date(createdAt) }]).cdrs.get('acc_1', 'cdr_1');
    expect(await of('2024-11-27T12:00:00Z')).toMatchObject({ id: 'cdr_1' });
    await expect(of('2024-11-27T11:59:59Z')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('throws not_found for a CDR of another account', async () => {
    await expect(readsWorld([row]).cdrs.get('acc_2', 'cdr_1')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each<[Partial<CdrFilters>, Partial<CdrFilters>]>([
    [{ createdFrom: new Date(0) }, { createdFrom: new Date('2024-11-27T12:00:00Z') }],
    [{ from: new Date('2020-01-01'), to: new Date('2022-01-01') }, { from: new Date('2024-11-27T12:00:00Z') }],
    [
      { from: new Date('2025-01-01'), createdFrom: undefined },
      { from: new Date('2025-01-01'), createdFrom: undefined },
    ],
  ])('limits ranges to the retention and never rejects them: %j', async (range, expected) => {
    const { cdrs, queries } = readsWorld();
    await cdrs.list('acc_1', range, page);
    expect(queries.requests[0]?.filters).toMatchObject(expected);
  });

  it('rejects filters on hidden digits', async () => {
    const world = readsWorld();
    const faultsOf = (caller: { text: string; isPrefix: boolean }) =>
      fieldsOf(world.cdrs.list('acc_1', { caller }, page));
    const exact = { text: '+493012345', isPrefix: false };
    const prefix = { text: '+49', isPrefix: true };
    expect([await faultsOf(exact), await faultsOf(prefix)]).toEqual([[], []]);
    world.accounts.redaction = 'partial';
    expect([await faultsOf(exact), await faultsOf(prefix)]).toEqual([['caller'], []]);
    expect(world.queries.requests.map(({ hiddenDigits }) => hiddenDigits)).toEqual([0, 0, 4]);
    world.accounts.redaction = 'full';
    expect([await faultsOf(exact), await faultsOf(prefix)]).toEqual([['caller'], ['caller']]);
    const party = { text: '+493012345', isPrefix: false };
    expect(await fieldsOf(world.cdrs.list('acc_1', { party }, page))).toEqual(['party']);
  });

  it('searches visible digits under partial redaction, and no digits under full', async () => {
    const world = readsWorld();
    for (const redaction of ['none', 'partial', 'full'] as const) {
      world.accounts.redaction = redaction;
      await world.cdrs.list('acc_1', { q: '4930' }, page);
    }
    expect(world.queries.requests.map(({ hiddenDigits }) => hiddenDigits)).toEqual([0, 4, Infinity]);
  });

  it('returns the decision of a call, and why it ended', async () => {
    const detailOf = (given: Partial<Decision>) =>
      readsWorld([row], [aDecision({ id: row.decisionId, ...given })]).cdrs.get('acc_1', 'cdr_1');
    const { id, createdAt: at } = aDecision();
    expect(await detailOf({})).toMatchObject({
      decision: { id, at, action: 'route', reason: null, sipCode: null, routes: 1, maxDurationSeconds: 3_600 },
      ...hangupCause('normal_clearing'),
    });
    const rejected = { action: 'reject', rejection: 'no_carrier_at_price', rejectCode: 480, routes: [] } as const;
    expect(await detailOf(rejected)).toMatchObject({
      decision: { action: 'reject', reason: 'no_carrier', sipCode: 480, routes: 0 },
      explanation: rejection('no_carrier').explanation,
    });
    expect(await readsWorld([row]).cdrs.get('acc_1', 'cdr_1')).toMatchObject({ decision: null });
  });

  it('shows no caller that is withheld, also where an earlier release stored what the switch sent', async () => {
    const world = readsWorld([{ ...row, caller: 'sip:anonymous@anonymous.invalid' }]);
    const hidden = { caller: null, isCallerWithheld: true };
    expect((await world.cdrs.list('acc_1', {}, page)).items).toMatchObject([hidden]);
    expect(await world.cdrs.get('acc_1', 'cdr_1')).toMatchObject(hidden);
  });
});
