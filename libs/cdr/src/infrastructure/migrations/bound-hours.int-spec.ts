import { migrate } from '@trunkline/platform';
import { freshDatabaseUrl, OwnerConnection } from '@trunkline/platform/testing';
import { BoundHours1795000505000 } from './bound-hours';
import { CountCalls1795000503000 } from './count-calls';

const ACCOUNTS = 3;
/** More than a batch of the migration. */
const CDRS = 45_000;
const WRITERS = 4;

/** CDRs of three accounts over 40 days: `$1` tells their ids apart. */
const ADD = `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, country, started_at, answered_at,
    ended_at, duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
  SELECT 'cdr_00' || $1 || n, 'acc_' || n % ${String(ACCOUNTS)}, 'sw', $1 || n, 'rd', 'inbound', CASE WHEN n % 5 > 0 THEN 'DE' END, at,
    CASE WHEN n % 3 > 0 THEN at END, at + interval '1 min', 60, n % 60,
    CASE WHEN n % 3 > 0 THEN 'normal_clearing' ELSE 'no_answer' END, 0, 'USD', '[]', at + interval '2 min'
  FROM generate_series(1, $2) n, LATERAL (SELECT timestamptz '2026-01-01Z' + n % 960 * interval '1 hour' AS at) t`;

const HOUR = `date_trunc('hour', started_at, 'UTC')`;
/** What the counts must be, and what they are, apart from hours without a call. */
const EXPECTED = `SELECT account_id, ${HOUR} AS hour, count(*) AS calls, count(answered_at) AS answered,
    count(*) FILTER (WHERE hangup_cause = 'normal_clearing') AS completed, sum(billable_duration_seconds)::bigint AS seconds,
    min(id) AS first_id, max(id) AS last_id, max(created_at) AS last_created_at
  FROM cdr.cdrs GROUP BY 1, 2`;
const COUNTED = `SELECT account_id, hour, calls, answered, completed, billable_seconds, first_id, last_id, last_created_at
  FROM cdr.call_hours WHERE calls <> 0`;
const EXPECTED_VALUES = `SELECT account_id, dimension, ${HOUR} AS hour, value, count(*) AS calls
  FROM cdr.cdrs, LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
  WHERE value IS NOT NULL GROUP BY 1, 2, 3, 4`;
const COUNTED_VALUES = `SELECT account_id, dimension, hour, value, calls FROM cdr.call_hour_values WHERE calls <> 0`;
const differences = (one: string, other: string) => `(${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one})`;

describe('counting the CDRs from before an upgrade', () => {
  let url: string;
  let owner: OwnerConnection;

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = await OwnerConnection.open(url);
    // As the last release left it, in all that these migrations change.
    await owner.query(`DROP FUNCTION cdr.count_calls CASCADE; DROP TABLE cdr.call_hours, cdr.call_hour_values`);
    await owner.query(`DELETE FROM trunkline_migrations WHERE name ~ '^(CountCalls|BoundHours)'`);
    await owner.query(ADD, ['before_', CDRS]);
  });

  afterEach(() => owner.end());

  const upgrade = () => migrate(url, [{ schemas: [], migrations: [CountCalls1795000503000, BoundHours1795000505000] }]);
  const wrong = async (): Promise<object[]> => [
    ...(await owner.query<object>(differences(EXPECTED, COUNTED))).rows,
    ...(await owner.query<object>(differences(EXPECTED_VALUES, COUNTED_VALUES))).rows,
  ];

  /** Writes CDRs, some of which it rolls back, until the returned function is called. */
  async function writer(name: string): Promise<() => Promise<void>> {
    const client = await OwnerConnection.open(url);
    const stop = new AbortController();
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n++) {
        await client.query('BEGIN');
        await client.query(ADD, [`${name}_${String(n)}_`, 20]);
        await client.query(n % 4 === 0 ? 'ROLLBACK' : 'COMMIT');
      }
      await client.end();
    })();
    return () => {
      stop.abort();
      return writing;
    };
  }

  it('counts each once while processes write others', async () => {
    const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(`writer_${String(n)}`)));
    await upgrade();
    await Promise.all(writers.map((stop) => stop()));
    expect(await wrong()).toEqual([]);
    const { rows } = await owner.query<{ written: number }>(
      `SELECT count(*)::int AS written FROM cdr.cdrs WHERE id LIKE 'cdr\_00writer%'`,
    );
    expect(rows[0]?.written).toBeGreaterThan(100);
  }, 120_000);

  it('counts no call in the hour that a correction took it from before it was counted', async () => {
    await migrate(url, [{ schemas: [], migrations: [CountCalls1795000503000] }]);
    await owner.query(`UPDATE cdr.cdrs SET started_at = started_at - interval '90 min' WHERE account_id = 'acc_0'`);
    await upgrade();
    expect(await wrong()).toEqual([]);
  });

  it('keeps what the former version of these migrations has counted', async () => {
    await upgrade();
    await owner.query(`DELETE FROM trunkline_migrations WHERE name LIKE 'BoundHours%'`);
    await owner.query(`UPDATE cdr.call_hours SET first_id = NULL, last_id = NULL, last_created_at = NULL`);
    await owner.query(ADD, ['after_', 30]);
    await upgrade();
    expect(await wrong()).toEqual([]);
  }, 120_000);
});
