import { addSeconds } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { cdrPersistence } from '../../cdr.module';
import { alarmWorld } from '../../testing';

const NOON = new Date('2026-06-20T12:00:00Z');
const ACCOUNTS = 10_000;
const CARRIERS = 20;
/** Of each carrier, over windows of different lengths. */
const CARRIER_ALARMS = 10;
/** A third of the minute that an evaluation has, on a busy machine. */
const LIMIT_MS = 20_000;

/**
 * $1: the time until which calls have been counted. Each account has an alarm over a day, with calls in each second step, and a new call,
 * which one carrier failed and another one completed.
 */
const MANY = [
  `INSERT INTO cdr.alarms (id, account_id, name, metric, window_seconds, comparison, threshold, min_calls, scope, enabled, state, since,
      counts_from, created_at, updated_at)
    SELECT 'alm_' || n, 'acc_' || n, 'Alarm', 'asr_pct', 86400, 'below', 50, 20, '{}', true, 'ok', $1, $1, $1, $1
    FROM generate_series(1, ${ACCOUNTS}) AS n`,
  `INSERT INTO cdr.alarms (id, carrier_id, name, metric, window_seconds, comparison, threshold, min_calls, scope, enabled, state, since,
      counts_from, created_at, updated_at)
    SELECT 'alm_c' || c || '_' || n, 'car_' || c, 'Alarm', 'cost_cents', 300 * n, 'above', 100000000, 20, '{}', true, 'ok', $1, $1, $1, $1
    FROM generate_series(0, ${CARRIERS - 1}) AS c, generate_series(1, ${CARRIER_ALARMS}) AS n`,
  `INSERT INTO cdr.alarm_counts
    SELECT 'alm_' || n, $1, $1::timestamptz - step * interval '48 minutes', 10, 8, 1, 480, 0
    FROM generate_series(1, ${ACCOUNTS}) AS n, generate_series(1, 30) AS step`,
  `INSERT INTO cdr.cdrs (id, account_id, switch_id, sip_call_id, decision_id, direction, started_at, answered_at, ended_at,
      duration_seconds, billable_duration_seconds, hangup_cause, customer_total_cents, currency, attempts, created_at)
    SELECT 'cdr_0' || n, 'acc_' || n, 'sw1', 'call', 'rd', 'outbound', at, at, at, 60, 60, 'normal_clearing', 0, 'USD',
      jsonb_build_array(jsonb_build_object('carrierId', 'car_' || (n + 1) % ${CARRIERS}, 'result', 'failed', 'sipCode', 503),
        jsonb_build_object('carrierId', 'car_' || n % ${CARRIERS}, 'result', 'answered', 'sipCode', 200)), at
    FROM generate_series(1, ${ACCOUNTS}) AS n, LATERAL (SELECT $1::timestamptz + interval '5 seconds' AS at) AS created`,
  `INSERT INTO cdr.call_margins (cdr_id, account_id, created_at, carrier_id, customer_total_cents, cost_microcents)
    SELECT 'cdr_0' || n, 'acc_' || n, $1::timestamptz + interval '5 seconds', 'car_' || n % ${CARRIERS}, 0, 1000000
    FROM generate_series(1, ${ACCOUNTS}) AS n`,
  `INSERT INTO cdr.account_marks SELECT 'acc_' || n, $1::timestamptz + interval '5 seconds' FROM generate_series(1, ${ACCOUNTS}) AS n`,
];

describe('the evaluation of 10,000 alarms', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase([cdrPersistence]);
    const owner = await OwnerConnection.open(test.url);
    for (const statement of MANY) await owner.query(statement, [NOON]);
    await owner.query('ANALYZE cdr.alarms, cdr.alarm_counts, cdr.cdrs, cdr.call_margins, cdr.account_marks');
    await owner.end();
  }, 300_000);
  afterAll(() => test.close());

  it('takes seconds, with a new call in each of 10,000 accounts and without', async () => {
    const { evaluate, queries } = alarmWorld(test.db, new TestClock(addSeconds(NOON, 60)));
    const timed = async () => {
      const start = performance.now();
      expect(await evaluate()).toEqual([]);
      return performance.now() - start;
    };
    const times = [await timed(), await timed()];
    const counted = `SELECT sum(calls)::bigint AS calls FROM cdr.alarm_counts`;
    // Each call is one of an alarm of its account, and two attempts, each of all alarms of its carrier.
    expect(await test.db.get(counted)).toEqual({ calls: ACCOUNTS * (301 + 2 * CARRIER_ALARMS) });
    const calls = ACCOUNTS / CARRIERS;
    const ofCarrier = await queries.get({ accountId: null, id: 'alm_c0_2' }, addSeconds(NOON, 60));
    expect(ofCarrier).toMatchObject({ calls: 2 * calls, answered: calls, failed: calls, value: calls });
    for (const ms of times) expect(ms).toBeLessThan(LIMIT_MS);
  }, 120_000);
});
