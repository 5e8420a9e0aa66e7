import { newId, type PageRequest, TimeZone } from '@trunkline/kernel';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import fc from 'fast-check';
import { cdrPersistence } from '../../cdr.module';
import type { CdrFilters } from '../../application/reads/ports';
import { SUMMARY_GROUPS, type SummaryGroup, type SummedGroup } from '../../application/reads/summaries';
import type { CallSums } from '../../domain/call-rates';
import type { CdrView } from '../../application/reads/views';
import { CdrReads } from './cdr-queries';
import { StoredCdrSummaries } from './cdr-summaries';

const NOW = new Date('2026-11-28T12:00:00Z');
const OLDEST = new Date('2025-10-24T12:20:00Z');
const HOUR_MS = 3_600_000;
/** Whole hours, half hours, quarters, and changes of the clock by an hour and by half an hour. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'];

const PLANT = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, caller, callee, e164, number_id,
    country, sip_trunk_id, routing_profile_id, started_at, answered_at, ended_at, duration_seconds, billable_duration_seconds,
    hangup_cause, sip_response_code, customer_total_cents, currency, billing_transaction_id, attempts, created_at)
  SELECT id, $1, 'sw', 'call', 'rd', direction, '+4930' || seconds, '+4940', '+49' || number, 'num_' || number, country,
    'trk_' || number % 2, CASE WHEN number % 2 = 0 THEN 'rp_1' END, at, CASE WHEN answered THEN at END, at + seconds * interval '1 second',
    seconds, CASE WHEN answered THEN seconds ELSE 0 END, CASE WHEN answered THEN 'normal_clearing' ELSE 'user_busy' END,
    CASE WHEN answered THEN 200 ELSE 486 END, CASE WHEN answered THEN cents ELSE 0 END, 'USD',
    CASE WHEN answered AND cents > 0 THEN 'txn' END, '[]', at + seconds * interval '1 second'
  FROM jsonb_to_recordset($2) AS c (id text, direction text, number integer, country text, at timestamptz, answered boolean,
    seconds integer, cents integer)`;

interface Call {
  readonly at: Date;
  readonly number: number;
  readonly country: string | null;
  readonly direction: string;
  readonly answered: boolean;
  readonly seconds: number;
  readonly cents: number;
}

/** Around changes of clocks, the ends of months, the retention and now. */
const moment = fc
  .record({
    base: fc.constantFrom(
      '2026-10-25T01:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-04-04T15:00:00Z',
      '2026-10-01T00:00:00Z',
      '2026-11-01T00:00:00Z',
      OLDEST.toISOString(),
      NOW.toISOString(),
    ),
    minutes: fc.integer({ min: -26 * 60, max: 26 * 60 }),
  })
  .map(({ base, minutes }) => new Date(Date.parse(base) + minutes * 60_000));

const call: fc.Arbitrary<Call> = fc.record({
  at: moment,
  number: fc.integer({ min: 1, max: 3 }),
  country: fc.constantFrom('DE', 'AT', null),
  direction: fc.constantFrom('inbound', 'outbound'),
  answered: fc.boolean(),
  seconds: fc.integer({ min: 0, max: 600 }),
  cents: fc.integer({ min: 0, max: 9 }),
});

const filters: fc.Arbitrary<CdrFilters> = fc.record(
  {
    from: moment,
    to: moment,
    createdFrom: moment,
    createdTo: moment,
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    e164: fc.constantFrom('+491', '+492'),
    countries: fc.constantFrom(['DE'], ['AT', 'DE']),
    hangupCauses: fc.constant(['user_busy' as const]),
    isAnswered: fc.boolean(),
    minBillableSeconds: fc.integer({ min: 0, max: 300 }),
    minCostCents: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
);
/** Often only by start, as the hourly counts know. */
const asked = fc.oneof(fc.record({ from: moment, to: moment }, { requiredKeys: [] }), filters);

const groups: fc.Arbitrary<readonly SummaryGroup[]> = fc.shuffledSubarray([...SUMMARY_GROUPS], {
  minLength: 1,
  maxLength: 2,
});

/** By the runtime's own calendar. */
function clockOf(at: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', timeZoneName: 'longOffset' } as const),
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const month = `${part['year']}-${part['month']}`;
  const offset = part['timeZoneName']?.slice('GMT'.length) ?? '';
  return {
    month,
    day: `${month}-${part['day']}`,
    hour: `${month}-${part['day']}T${part['hour']}:00${offset === '' ? '+00:00' : offset}`,
  };
}

function keyOf(cdr: CdrView, group: SummaryGroup, zone: string): string | null {
  switch (group) {
    case 'hour':
    case 'day':
    case 'month':
      return clockOf(cdr.startedAt, zone)[group];
    case 'country':
      return cdr.country;
    case 'number':
      return cdr.e164;
    case 'trunk':
      return cdr.sipTrunkId;
    case 'profile':
      return cdr.routingProfileId;
    case 'hangup_cause':
      return cdr.hangupCause;
    case 'direction':
      return cdr.direction;
  }
}

const NOTHING: CallSums = { calls: 0, answered: 0, billableSeconds: 0, costCents: 0 };

function added(sums: CallSums, cdr: CdrView): CallSums {
  return {
    calls: sums.calls + 1,
    answered: sums.answered + (cdr.answeredAt ? 1 : 0),
    billableSeconds: sums.billableSeconds + cdr.billableDurationSeconds,
    costCents: sums.costCents + cdr.customerTotalCents,
  };
}

let test: TestDatabase;
let owner: OwnerConnection;
beforeAll(async () => {
  test = await testDatabase([cdrPersistence]);
  owner = await OwnerConnection.open(test.url);
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

const common = { oldest: OLDEST, hiddenDigits: 0 };

async function listed(accountId: string, given: CdrFilters): Promise<CdrView[]> {
  const all: CdrView[] = [];
  const reads = new CdrReads(test.db);
  for (let after: PageRequest['after'] = null, more = true; more; more = after !== null) {
    const page = { limit: 200, sort: 'started_at', order: 'asc', after } as const;
    const read = await reads.list({ accountId, filters: given, ...common, page });
    all.push(...read.items);
    after = read.next;
  }
  return all;
}

async function summed(accountId: string, given: CdrFilters, by: readonly SummaryGroup[], zone = 'UTC', limit = 1_000) {
  const items: SummedGroup[] = [];
  const summaries = new StoredCdrSummaries(test.db);
  let totals = NOTHING;
  for (let after: PageRequest['after'] = null, more = true; more; more = after !== null) {
    const page = { limit, sort: 'key', order: 'asc', after } as const;
    const read = await summaries.sum({
      accountId,
      filters: given,
      ...common,
      groups: by,
      zone: TimeZone.of(zone),
      now: NOW,
      page,
    });
    items.push(...read.items);
    ({ totals } = read);
    after = read.next;
  }
  return { items, totals };
}

describe('the summaries of CDRs', () => {
  it('equal the sums of the CDRs that the list returns, for random filters, groups and zones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 40 }),
        fc.array(
          fc.record({
            given: asked,
            by: groups,
            zone: fc.constantFrom(...ZONES),
            limit: fc.integer({ min: 1, max: 50 }),
          }),
          {
            minLength: 5,
            maxLength: 5,
          },
        ),
        async (calls, questions) => {
          const accountId = newId('acc');
          await owner.query(PLANT, [accountId, JSON.stringify(calls.map((each) => ({ id: newId('cdr'), ...each })))]);
          for (const { given, by, zone, limit } of questions) {
            const from = given.from && given.from < OLDEST ? OLDEST : given.from;
            const clamped = { ...given, ...(from && { from }) };
            const expected = new Map<string, CallSums>();
            let totals = NOTHING;
            for (const cdr of await listed(accountId, clamped)) {
              const key = JSON.stringify(by.map((group) => keyOf(cdr, group, zone)));
              expected.set(key, added(expected.get(key) ?? NOTHING, cdr));
              totals = added(totals, cdr);
            }
            const found = await summed(accountId, clamped, by, zone, limit);
            expect(found.totals).toEqual(totals);
            expect(found.items.map(({ keys, ...sums }) => [JSON.stringify(keys), sums]).toSorted()).toEqual(
              [...expected].toSorted(),
            );
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('have 25 hours and then 23 on the days on which the clocks of Berlin change, in the order of time', async () => {
    const accountId = newId('acc');
    const hours = (start: string, count: number) =>
      Array.from({ length: count }, (_, n) => new Date(Date.parse(start) + n * HOUR_MS));
    const starts = [...hours('2026-10-24T22:00:00Z', 25), ...hours('2026-03-28T23:00:00Z', 23)];
    const calls = starts.map((at) => ({
      id: newId('cdr'),
      at,
      number: 1,
      country: 'DE',
      direction: 'inbound',
      answered: true,
      seconds: 1,
      cents: 1,
    }));
    await owner.query(PLANT, [accountId, JSON.stringify(calls)]);
    const { items: days } = await summed(accountId, {}, ['day'], 'Europe/Berlin');
    expect(days.map(({ keys, calls: count }) => [...keys, count])).toEqual([
      ['2026-03-29', 23],
      ['2026-10-25', 25],
    ]);
    const { items } = await summed(accountId, { from: new Date('2026-10-24T22:00:00Z') }, ['hour'], 'Europe/Berlin');
    expect(items.slice(1, 5).flatMap(({ keys }) => keys)).toEqual([
      '2026-10-25T01:00+02:00',
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
      '2026-10-25T03:00+01:00',
    ]);
  });
});

describe('the plans of summaries', () => {
  const accountId = newId('acc');
  const DAYS = 300;
  const PER_DAY = 96;

  beforeAll(async () => {
    await owner.query(
      `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, e164, number_id, country, sip_trunk_id,
         started_at, answered_at, ended_at, duration_seconds, billable_duration_seconds, hangup_cause, sip_response_code,
         customer_total_cents, currency, billing_transaction_id, attempts, created_at)
       SELECT 'cdr_0' || substr(account, 5) || lpad(n::text, 8, '0'), account, 'sw', 'c', 'd', 'inbound', '+49' || n % 50, 'num_' || n % 50,
         CASE WHEN n % 90 = 0 THEN 'AT' ELSE 'DE' END, 'trk_1', at, at, at, 9, 9, 'normal_clearing', 200, 2, 'USD', 'txn', '[]', at
       FROM unnest($1::text[]) AS account,
         (SELECT n, timestamptz '2026-01-01Z' + n * interval '15 minutes' AS at FROM generate_series(1, ${DAYS * PER_DAY}) AS n) AS call`,
      [[accountId, newId('acc')]],
    );
    for (const table of ['cdr.cdrs', 'cdr.call_hours']) await owner.vacuum(table);
  });

  interface Node {
    readonly 'Relation Name'?: string;
    readonly 'Index Name'?: string;
    readonly 'Actual Rows': number;
    readonly 'Heap Fetches'?: number;
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
    readonly Plans?: readonly Node[];
  }

  /** Executes the statement of a summary with its plan. */
  async function explained(given: CdrFilters, by: readonly SummaryGroup[], zone = 'UTC') {
    const statements: [string, readonly unknown[]][] = [];
    const recording = {
      query: (text: string, values: readonly unknown[]) => {
        statements.push([text, values]);
        return Promise.resolve([]);
      },
    };
    const page = { limit: 100, sort: 'key', order: 'asc', after: null } as const;
    const request = { accountId, filters: given, ...common, groups: by, zone: TimeZone.of(zone), now: NOW, page };
    await new StoredCdrSummaries(recording as unknown as TestDatabase['db']).sum(request);
    const [[text, values] = ['', []]] = statements;
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      [...values],
    );
    const root = rows[0]?.['QUERY PLAN'][0].Plan as Node;
    const leaves: Node[] = [];
    const visit = (node: Node) => {
      if (node['Relation Name'] !== undefined) leaves.push(node);
      node.Plans?.forEach(visit);
    };
    visit(root);
    return { leaves, blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'] };
  }

  const month = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
  const quarter = { from: month.from, to: new Date('2026-06-01T00:00:00Z') };
  const tablesOf = (leaves: readonly Node[]) => new Set(leaves.map((leaf) => leaf['Relation Name']));

  it.each([
    ['UTC', month],
    ['Europe/Berlin', month],
    ['UTC', { ...month, from: new Date('2026-03-01T00:10:00Z'), to: new Date('2026-03-31T23:50:00Z') }],
  ])('read the hourly counts of a month by day, and two parts of hours: %s', async (zone, given) => {
    const { leaves, blocks } = await explained(given, ['day'], zone);
    expect(tablesOf(leaves)).toContain('call_hours');
    for (const leaf of leaves) expect(leaf['Actual Rows']).toBeLessThanOrEqual(31 * 24);
    expect(blocks).toBeLessThan(60);
  });

  it('read the counts of whole months by number, and the CDRs of a month that the period divides', async () => {
    const whole = await explained(quarter, ['number'], 'Asia/Kolkata');
    expect(whole.leaves.filter((leaf) => leaf['Actual Rows'] > 0).map((leaf) => leaf['Relation Name'])).toEqual([
      'number_months',
    ]);
    expect(whole.blocks).toBeLessThan(60);
    const divided = await explained({ ...quarter, from: new Date('2026-03-30T00:00:00Z') }, ['number']);
    const cdrs = divided.leaves.find((leaf) => leaf['Index Name'] === 'cdrs_by_start_before');
    expect(cdrs?.['Actual Rows']).toBeLessThanOrEqual(2 * PER_DAY);
  });

  it.each<[readonly SummaryGroup[], CdrFilters, string]>([
    [['trunk'], quarter, 'UTC'],
    [['hangup_cause', 'trunk'], month, 'UTC'],
    [['day', 'country'], month, 'Europe/Berlin'],
    [['hour'], month, 'Asia/Kolkata'],
    [['day'], { ...month, isAnswered: true }, 'UTC'],
    [['direction', 'profile'], { ...month, minCostCents: 1 }, 'UTC'],
  ])('read the CDRs of the period in the index by start alone: %s', async (by, given, zone) => {
    const { leaves, blocks } = await explained(given, by, zone);
    // The partitions of later months are empty.
    const [leaf, ...others] = leaves.filter((each) => each['Actual Rows'] > 0);
    expect([others, leaf?.['Index Name'], leaf?.['Heap Fetches']]).toEqual([[], 'cdrs_by_start_before', 0]);
    const cdrs = (given === quarter ? 92 : 31) * PER_DAY;
    expect(leaf?.['Actual Rows']).toBeLessThanOrEqual(cdrs);
    // An entry has about 200 bytes.
    expect(blocks).toBeLessThan(cdrs / 20 + 20);
  });

  it('read the few CDRs of a rare value in its index', async () => {
    const { leaves, blocks } = await explained({ e164: '+497', countries: ['AT'] }, ['month']);
    const read = leaves.filter((leaf) => leaf['Actual Rows'] > 0).map((leaf) => leaf['Index Name']);
    expect(read).not.toContain('cdrs_by_start_before');
    expect(blocks).toBeLessThan(DAYS * 2);
  });
});
