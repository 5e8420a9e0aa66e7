import { addDays, TimeZone } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, recordStatements, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { CDR_SORTS, type CdrFilters } from '../application/reads/ports';
import { PruneCdrs } from '../application/retention/prune-cdrs';
import { PruneRemains } from '../application/retention/prune-remains';
import { cdrPersistence } from '../cdr.module';
import {
  AFTER_THE_CALLS,
  alarmWorld,
  aNewDecision,
  aRoute,
  aRowOf,
  FakeRetention,
  germanRate,
  ingestWorld,
} from '../testing';
import { StoredCallStatistics } from './call-statistics';
import { StoredDeckPreviews } from './rating/deck-preview';
import { CallPatternReads } from './reads/call-patterns';
import { StoredCallUsage } from './reads/call-usage';
import { CdrReads } from './reads/cdr-queries';
import { StoredCdrSummaries } from './reads/cdr-summaries';
import { StoredExpiredCdrs, StoredExpiredRemains } from './retention';

/** What `create_distributed_table` of Citus would distribute by account. */
const TABLES = /\b(FROM|JOIN|UPDATE|INTO) cdr\.(cdrs|estimated_legs)\b/g;
const ADDED = /^ ?\([^)]*\baccount_id\b/;
const FOUND = /\baccount_id\b *(?:=|IN\b)|= *\w+\.account_id\b|USING \([^)]*\baccount_id\b/;

/** Returns the query around a position of a statement, without its subqueries. */
function queryAround(statement: string, position: number): string {
  let depth = 0;
  let start = position;
  for (; start > 0; start--) {
    if (statement[start] === ')') depth++;
    if (statement[start] === '(' && --depth < 0) break;
  }
  let end = position;
  for (depth = 0; end < statement.length; end++) {
    if (statement[end] === '(') depth++;
    if (statement[end] === ')' && --depth < 0) break;
  }
  let query = statement.slice(start, end);
  for (let before = ''; before !== query; ) {
    before = query;
    query = query.replaceAll(/(?<=.)\(\s*(?:SELECT|WITH|UPDATE|DELETE|INSERT)\b[^()]*(?:\([^()]*\)[^()]*)*\)/g, '…');
  }
  return query;
}

/** Returns the queries that find CDRs or estimated legs without an account. */
function withoutAccount(statement: string): string[] {
  const text = statement.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ');
  return [...text.matchAll(TABLES)].flatMap(({ index, 0: found }) => {
    const query = queryAround(text, index);
    // Behind the table: the columns before it are only returned.
    const rest = query.slice(query.indexOf(found) + found.length);
    return (found.startsWith('INTO') ? ADDED : FOUND).test(rest) ? [] : [query.trim()];
  });
}

const at = AFTER_THE_CALLS;
const FILTERS: readonly CdrFilters[] = [
  {},
  { from: addDays(at, -1), to: at },
  { createdFrom: addDays(at, -1), createdTo: at },
  { isAnswered: false },
  { minBillableSeconds: 1, maxBillableSeconds: 100 },
  { minCostCents: 1 },
  { countries: ['DE'], hangupCauses: ['user_busy'], direction: 'inbound' },
  { e164: '+4930901820', caller: { text: '+49', isPrefix: true }, callee: { text: '+4930901820', isPrefix: false } },
  { ids: ['cdr_1', 'cdr_2'] },
  { q: '4930', party: { text: '+49', isPrefix: true }, countries: ['DE'] },
];

const summed = {
  oldest: new Date(0),
  hiddenDigits: 3,
  zone: TimeZone.of('UTC'),
  now: at,
  page: { limit: 1, sort: 'key', order: 'asc', after: null },
} as const;

class UnsortedReads extends CdrReads {
  protected override readonly fewRows = 0;
}

describe('the statements about CDRs', () => {
  let database: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    database = await testDatabase([cdrPersistence]);
    owner = await OwnerConnection.open(database.url);
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
  });

  const ingest = async (): Promise<string> => {
    const decision = (given = {}) => aNewDecision({ accountId: 'acc_1', maxDurationSeconds: 600, ...given });
    const dear = { ...germanRate, ratePerMinuteMicrocents: 60_000_000 };
    const estimated = decision({ routes: [aRoute(), aRoute({ gatewayId: 'gw_2', rating: dear })] });
    const [answered, late, refused] = [decision(), decision(), decision()];
    const world = ingestWorld(database.db, [answered, late, refused, estimated]);
    const unanswered = { answered_at: null, sip_code: 486 };
    const record = (...rows: object[]) => world.recordCdrs.record(rows);
    await record(aRowOf(answered), aRowOf(late, unanswered), aRowOf(estimated));
    await record(aRowOf(answered), aRowOf(late), aRowOf(answered, { decision_id: undefined }));
    const [kept] = await record(aRowOf(refused, { ended_at: 1_780_009_000 }));
    if (kept?.outcome !== 'quarantined') throw new Error('The row was not quarantined.');
    await world.retryQuarantinedRow.retry(kept.quarantineId, 'operator', { ended_at: 1_780_000_070 });
    expect(world.meter.outcomes).toEqual([
      ...['recorded', 'recorded', 'recorded'],
      ...['repeated', 'corrected', 'repeated'],
      'quarantined',
    ]);
    return answered.accountId;
  };

  const read = async (accountId: string): Promise<void> => {
    const { db } = database;
    const requests = CDR_SORTS.flatMap((sort) =>
      FILTERS.map((filters) => ({ accountId, filters, oldest: new Date(0), hiddenDigits: 3, sort })),
    );
    for (const { sort, ...request } of requests) {
      const page = { limit: 1, sort, order: 'desc', after: null } as const;
      const { next } = await new CdrReads(db).list({ ...request, page });
      await new UnsortedReads(db).list({ ...request, page: { ...page, after: next } });
    }
    for (const groups of [['day'], ['number', 'country']] as const)
      for (const filters of FILTERS) await new StoredCdrSummaries(db).sum({ ...summed, accountId, filters, groups });
    const reads = new CdrReads(db);
    await reads.find(accountId, 'cdr_1');
    await reads.idsOf(['rd_1']);
    const estimated = { limit: 10, sort: 'created_at', order: 'desc', after: null } as const;
    expect((await reads.listEstimated({ accountId: null }, estimated)).items).toHaveLength(2);
    expect((await reads.listEstimated({ accountId }, estimated)).items).toHaveLength(2);
    await new StoredCallStatistics(db).figures(accountId, at);
    await new StoredCallStatistics(db).recent(accountId, 5);
    const usage = { accountId, from: addDays(at, -30), to: at, limit: 10 };
    for (const group of ['day', 'country'] as const) await new StoredCallUsage(db).calls({ ...usage, group });
    const patterns = new CallPatternReads(db);
    await patterns.changedHours(at);
    await patterns.costs([{ accountId, hour: at }], { from: 1, to: 30 });
    await patterns.firstUses(at);
    await patterns.hasUsedBefore({ accountId, country: 'DE', startedAt: at });
    await patterns.shortCalls({ from: at, maxSeconds: 6, minCalls: 2, varyingDigits: 2 });
    const { alarms, evaluate } = alarmWorld(db, new TestClock(at));
    const asr = { metric: 'asr_pct', comparison: 'below', threshold: 50, windowSeconds: 300 } as const;
    await alarms.create(accountId, { name: 'Office', ...asr });
    await evaluate();
    await new StoredDeckPreviews(db).costs({ deckId: 'deck_1', againstDeckId: 'deck_2' }, addDays(at, -1), at);
  };

  const prune = async (): Promise<void> => {
    const clock = new TestClock(addDays(at, 1_000));
    const cdrs = new PruneCdrs(new StoredExpiredCdrs(database.db), new FakeRetention(), clock);
    await cdrs.count();
    await cdrs.prune();
    const remains = new PruneRemains(new StoredExpiredRemains(database.db), new FakeRetention(), clock);
    await remains.claims();
    await remains.values();
  };

  it('name the account, except for those of operators and of the first deletion', async () => {
    const statements = await recordStatements(database.db, async () => {
      await owner.query(`SELECT cdr.keep_counts_by('statement')`);
      await ingest();
      await owner.query(`SELECT cdr.keep_counts_by('trigger')`);
      const accountId = await ingest();
      await read(accountId);
      await prune();
    });
    expect(statements.filter((text) => /cdr\.(cdrs|estimated_legs)/.test(text)).length).toBeGreaterThan(80);
    const exceptions = [...new Set(statements.flatMap(withoutAccount))];
    expect(exceptions).toEqual([
      // The operator's list of all accounts.
      expect.stringMatching(/^\(?SELECT account_id, cdr_id AS id FROM cdr.estimated_legs e ORDER BY/),
      // The first deletion after an upgrade or a changed setting.
      'SELECT count(*) AS rows, count(*) FILTER (WHERE created_at < $1) AS expired FROM cdr.cdrs',
    ]);
  });

  it('name the account in functions, except for claims of former releases and for months that are dropped', async () => {
    const { rows } = await owner.query<{ name: string; text: string }>(
      `SELECT proname AS name, prosrc AS text FROM pg_proc WHERE prosrc ~ 'cdr\\.(cdrs|estimated_legs)' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'correct_unanswered',
      'delete_claims',
      'delete_expired',
      'delete_hour_values',
      'delete_import_claims',
      // For processes of the previous version.
      'drop_expired_month',
      'keep_counts_by',
      'month_retentions',
    ]);
    expect(rows.flatMap(({ text }) => withoutAccount(text))).toEqual([
      expect.stringMatching(/SELECT FROM cdr.cdrs c WHERE c.id = p.cdr_id$/),
      expect.stringMatching(/DELETE FROM cdr.estimated_legs WHERE created_at < \$1 AND cdr_id < \$2/),
    ]);
  });

  it.each([
    ['SELECT * FROM cdr.cdrs WHERE id = $1', 1],
    ['SELECT account_id FROM cdr.cdrs WHERE id = $1 ORDER BY account_id, id', 1],
    ['WITH page AS (SELECT id FROM cdr.cdrs WHERE account_id = $1) SELECT id FROM page JOIN cdr.cdrs USING (id)', 1],
    ['SELECT (SELECT id FROM cdr.cdrs WHERE id = a.id) FROM accounts a WHERE account_id = $1', 1],
    ['UPDATE cdr.cdrs SET id = $1 WHERE account_id = $2', 0],
    ['SELECT id FROM page JOIN cdr.cdrs USING (account_id, id)', 0],
    ['INSERT INTO cdr.cdrs (account_id, id) SELECT 1', 0],
  ])('are found wanting or not: %s', (statement, count) => {
    expect(withoutAccount(statement)).toHaveLength(count);
  });
});
