import pg from 'pg';
import { insertCdrs } from '../lists/planted-calls';
import { dropIndexes } from '../stack/database';

/** Number of months before the current one that have CDRs. */
export const MONTHS = 12;
const ACCOUNTS = 9_999;
/** One call in ten belongs to the account. The others of an hour are spread over `ACCOUNTS_PER_HOUR` accounts, which take turns. */
const SHARE = 10;
const ACCOUNTS_PER_HOUR = 50;
const LANES = 2;

/** Tables of calls that are partitioned by month. */
export const MONTHLY = ['cdr.cdrs', 'cdr.call_margins'];

/** Settings while the tables are filled, when they need not survive a power failure. */
const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
} as const;
const MEMORY = `SET work_mem = '256MB'; SET maintenance_work_mem = '768MB'; SET synchronous_commit = off`;

interface Month {
  readonly from: string;
  readonly to: string;
  readonly hours: number;
}

/**
 * Inserts CDRs of the last 13 months, with their claims and counts: a tenth for the account, and the rest for 9,999 others. One
 * statement inserts a month, so that the triggers count it at once.
 */
export async function plantMonths(url: string, accountId: string, count: number): Promise<void> {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => connect(url)));
  const [owner] = lanes;
  if (!owner) throw new Error('There is no connection.');
  try {
    await set(owner, FILLING);
    await partitionMonths(owner);
    const months = await monthsOf(owner);
    const hours = months.reduce((sum, month) => sum + month.hours, 0);
    const perHour = Math.round(count / hours);
    const definitions = await dropIndexes(owner, 'cdr.cdrs');
    await inLanes(lanes, months, async (client, month) => {
      await timed(`the CDRs of ${month.from.slice(0, 7)}`, () => client.query(statementOf(accountId, month, perHour)));
    });
    await timed('the marks of accounts', () =>
      owner.query(`INSERT INTO cdr.account_marks (account_id, last_created_at)
        SELECT account_id, max(last_created_at) FROM cdr.call_hours GROUP BY 1 ON CONFLICT DO NOTHING`),
    );
    await inLanes(lanes, definitions, async (client, definition) => {
      await timed(definition.slice(0, definition.indexOf(' ON ')), () => client.query(definition));
    });
    await set(owner, FILLING, 'DEFAULT');
    const filled = [
      'cdr.intake',
      'cdr.call_hours',
      'cdr.call_hour_values',
      'cdr.number_months',
      'cdr.account_marks',
      'cdr.cdrs',
    ];
    for (const table of filled) await timed(`VACUUM of ${table}`, () => owner.query(`VACUUM ANALYZE ${table}`));
    await timed('a checkpoint', () => owner.query('CHECKPOINT'));
  } finally {
    for (const client of lanes) await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(MEMORY);
  return client;
}

async function set(owner: pg.Client, settings: Readonly<Record<string, string>>, to?: 'DEFAULT'): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await owner.query(`ALTER SYSTEM SET ${name} = ${to ?? `'${value}'`}`);
  await owner.query('SELECT pg_reload_conf()');
}

/** Gives each of the last 12 months a partition, as if the worker had added it in time. */
async function partitionMonths(owner: pg.Client): Promise<void> {
  for (const table of MONTHLY) {
    const { rows } = await owner.query<{ partition: string; isFirst: boolean }>(
      `SELECT partition, from_id IS NULL AS "isFirst" FROM platform.monthly_partitions() WHERE table_name = $1`,
      [table],
    );
    for (const { partition, isFirst } of rows)
      await owner.query(isFirst ? `ALTER TABLE ${table} DETACH PARTITION ${partition}` : `DROP TABLE ${partition}`);
    await owner.query(`DO $$ BEGIN EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION ${table}_before
      FOR VALUES FROM (MINVALUE) TO (%L)', platform.earliest_id('cdr', platform.month_of(now(), -${String(MONTHS)}))); END $$`);
  }
  await owner.query('SELECT platform.add_months(2)');
}

async function monthsOf(owner: pg.Client): Promise<Month[]> {
  const { rows } = await owner.query<Month>(
    `SELECT start::text AS from, stop::text AS to, extract(epoch FROM stop - start)::integer / 3600 AS hours
     FROM generate_series(-${String(MONTHS)}, 0) AS later, LATERAL (SELECT platform.month_of(now(), later) AS start,
       least(platform.month_of(now(), later + 1), date_trunc('hour', now() - interval '2 hours')) AS stop) AS month
     WHERE start < stop ORDER BY 1`,
  );
  return rows;
}

/** Returns the statement that inserts the CDRs of a month and their claims. */
function statementOf(accountId: string, { from, to }: Month, perHour: number): string {
  const cdrs = insertCdrs({
    key: `first || lpad(n::text, 6, '0')`,
    account: `CASE WHEN n % ${String(SHARE)} = 0 THEN '${accountId}'
      ELSE 'acc_bench' || (place * ${String(ACCOUNTS_PER_HOUR)} + n % ${String(ACCOUNTS_PER_HOUR)}) % ${String(ACCOUNTS)} END`,
    numbers: `(CASE WHEN n % ${String(SHARE)} = 0 THEN 1000 ELSE 3 END)`,
    startedAt: `hour + n * (interval '1 hour' / ${String(perHour)})`,
    from: `(SELECT hour, substr(platform.earliest_id('cdr', hour), 5) AS first,
        extract(epoch FROM hour)::bigint / 3600 AS place
      FROM generate_series('${from}'::timestamptz, '${to}'::timestamptz - interval '1 hour', interval '1 hour') AS hour) AS hours
      CROSS JOIN generate_series(1, ${String(perHour)}) AS n`,
  });
  return `WITH added AS (${cdrs} RETURNING decision_id, switch_id, sip_call_id, account_id, id)
    INSERT INTO cdr.intake (decision_id, switch_id, call_id, account_id, cdr_id) SELECT * FROM added`;
}

/** Works through a list on several connections. */
async function inLanes<T>(
  lanes: readonly pg.Client[],
  list: readonly T[],
  work: (client: pg.Client, item: T) => Promise<void>,
): Promise<void> {
  const rest = [...list];
  await Promise.all(
    lanes.map(async (client) => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(client, item);
    }),
  );
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  process.stderr.write(`${what}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}
