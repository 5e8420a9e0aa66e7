import { FAILURE_CAUSES } from '@trunkline/kernel';
import { columnsOf, type Database, entityOf } from '@trunkline/platform';
import type { QueryResultRow } from 'pg';
import type { AlarmCounts } from '../../application/alarms/ports';
import { type Alarm, STEPS_MAX, WINDOW_MAX_SECONDS, type WindowSums } from '../../domain/alarm';
import { codesOfOtherCauses } from '../../domain/ingest/hangup-cause';
import { AlarmSchema } from '../schema';
import { MICROCENTS_PER_CENT, STEP, windowStart, windowSums } from './window-sums';

/** One process counts at a time: two would add the same calls. Released with the transaction. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('cdr.alarm_counts', 0)) AS "isLocked"`;

/** The longest window with its step. */
const LONGEST = `interval '${WINDOW_MAX_SECONDS + WINDOW_MAX_SECONDS / STEPS_MAX} seconds'`;

const ENABLED = `SELECT id, account_id, carrier_id, counts_from, ${STEP} AS step, scope ->> 'sipTrunkId' AS trunk_id,
    scope ->> 'numberId' AS number_id, scope ->> 'country' AS country
  FROM cdr.alarms a WHERE enabled`;

/**
 * Accounts with new calls that an alarm measures: their own, or that of a carrier. `created_at` rises in the order of commits of an
 * account, so that what is beyond the last call counted has not been counted. $1: now.
 */
const SPANS = `SELECT account_id, since FROM (
    SELECT m.account_id, m.last_created_at,
      greatest(k.counted_until, least(own.since, carriers.since), $1::timestamptz - ${LONGEST}) AS since
    FROM cdr.account_marks m
      LEFT JOIN (SELECT account_id, min(counts_from) AS since FROM enabled WHERE account_id IS NOT NULL GROUP BY 1) AS own
        USING (account_id)
      CROSS JOIN (SELECT min(counts_from) AS since FROM enabled WHERE carrier_id IS NOT NULL) AS carriers
      LEFT JOIN cdr.alarm_marks k USING (account_id)
    WHERE coalesce(own.since, carriers.since) IS NOT NULL) AS accounts
  WHERE last_created_at > since`;

// OFFSET 0: PostgreSQL reads the calls of an account by the index of their creation. Without statistics it would read all.
const CALLS = `SELECT spans.account_id, c.* FROM spans CROSS JOIN LATERAL (
    SELECT id, created_at, imported_from, sip_trunk_id, number_id, country, answered_at IS NOT NULL AS is_answered,
      hangup_cause, billable_duration_seconds, customer_total_cents, attempts
    FROM cdr.cdrs WHERE account_id = spans.account_id AND created_at > spans.since OFFSET 0) AS c`;

/** $2: causes of calls that failed. */
const OF_ACCOUNTS = `SELECT e.id, e.counts_from, e.step, c.created_at, c.is_answered, NOT c.is_answered AND c.hangup_cause = ANY ($2::text[]) AS is_failed,
    CASE WHEN c.is_answered THEN c.billable_duration_seconds ELSE 0 END AS seconds, c.customer_total_cents * ${MICROCENTS_PER_CENT} AS cost
  FROM calls c JOIN enabled e ON e.account_id = c.account_id AND c.created_at > e.counts_from
    AND (e.trunk_id IS NULL OR e.trunk_id = c.sip_trunk_id) AND (e.number_id IS NULL OR e.number_id = c.number_id)
    AND (e.country IS NULL OR e.country = c.country)
  WHERE c.imported_from IS NULL`;

/** $3: SIP codes of attempts that ended by the caller or the called party. */
const OF_CARRIERS = `SELECT e.id, e.counts_from, e.step, c.created_at, t.is_answered, NOT t.is_answered AND t.is_failed,
    CASE WHEN t.is_answered THEN c.billable_duration_seconds ELSE 0 END,
    CASE WHEN t.is_answered THEN coalesce((SELECT cost_microcents FROM cdr.call_margins AS margin
      WHERE margin.cdr_id = c.id AND margin.carrier_id = carriers.carrier_id), 0) ELSE 0 END
  FROM (SELECT DISTINCT carrier_id FROM enabled WHERE carrier_id IS NOT NULL) AS carriers
    CROSS JOIN calls c
    CROSS JOIN LATERAL (
      SELECT attempt ->> 'result' = 'answered' AS is_answered,
        attempt ->> 'result' = 'failed' AND coalesce((attempt ->> 'sipCode')::integer <> ALL ($3::integer[]), true) AS is_failed
      FROM jsonb_array_elements(c.attempts) AS attempt
      WHERE attempt ->> 'carrierId' = carriers.carrier_id AND attempt ->> 'result' <> 'skipped') AS t
    JOIN enabled e ON e.carrier_id = carriers.carrier_id AND c.created_at > e.counts_from
  WHERE c.imported_from IS NULL`;

const COUNT = `WITH enabled AS MATERIALIZED (${ENABLED}), spans AS MATERIALIZED (${SPANS}), calls AS MATERIALIZED (${CALLS}),
    marked AS (
      INSERT INTO cdr.alarm_marks AS k (account_id, counted_until) SELECT account_id, max(created_at) FROM calls GROUP BY 1
      ON CONFLICT (account_id) DO UPDATE SET counted_until = excluded.counted_until)
  INSERT INTO cdr.alarm_counts AS h (alarm_id, counts_from, at, calls, answered, failed, billable_seconds, cost_microcents)
  SELECT id, counts_from, date_bin(step, created_at, timestamptz '2000-01-01Z'), count(*), count(*) FILTER (WHERE is_answered),
    count(*) FILTER (WHERE is_failed), sum(seconds), sum(cost)
  FROM (${OF_ACCOUNTS} UNION ALL ${OF_CARRIERS}) AS measured (id, counts_from, step, created_at, is_answered, is_failed, seconds, cost)
  GROUP BY 1, 2, 3
  ON CONFLICT (alarm_id, counts_from, at) DO UPDATE SET calls = h.calls + excluded.calls, answered = h.answered + excluded.answered,
    failed = h.failed + excluded.failed, billable_seconds = h.billable_seconds + excluded.billable_seconds,
    cost_microcents = h.cost_microcents + excluded.cost_microcents`;

const JUDGED = `SELECT ${columnsOf(AlarmSchema, undefined, 'a')}, sums.*
  FROM cdr.alarms a ${windowSums('$1::timestamptz')} WHERE a.enabled`;
const SUMS_OF = `SELECT sums.* FROM cdr.alarms a ${windowSums('$2::timestamptz')} WHERE a.id = $1`;

/** The last ones of each alarm tell for how long there has been no call. */
const PRUNE = `WITH kept AS MATERIALIZED (
    SELECT a.id, a.counts_from, least(${windowStart('$1::timestamptz')}, (
        SELECT max(l.at) FROM cdr.alarm_counts l WHERE l.alarm_id = a.id AND l.counts_from = a.counts_from)) AS since
    FROM cdr.alarms a)
  DELETE FROM cdr.alarm_counts c WHERE NOT EXISTS (
    SELECT FROM kept WHERE kept.id = c.alarm_id AND kept.counts_from = c.counts_from AND c.at >= kept.since)
  RETURNING c.alarm_id`;

export class StoredAlarmCounts implements AlarmCounts {
  constructor(private readonly db: Database) {}

  async count(now: Date): Promise<boolean> {
    const { isLocked } = await this.db.get<{ isLocked: boolean }>(TRY_LOCK);
    if (isLocked) await this.db.query(COUNT, [now, FAILURE_CAUSES, codesOfOtherCauses(FAILURE_CAUSES)], 'for values');
    return isLocked;
  }

  async judged(now: Date): Promise<{ alarm: Alarm; sums: WindowSums }[]> {
    const rows = await this.db.query<WindowSums & QueryResultRow>(JUDGED, [now], 'for values');
    return rows.map((row) => ({ alarm: entityOf(AlarmSchema, row), sums: row }));
  }

  sumsOf({ id }: Alarm, now: Date): Promise<WindowSums> {
    return this.db.get<WindowSums & QueryResultRow>(SUMS_OF, [id, now]);
  }

  async prune(now: Date): Promise<number> {
    return (await this.db.query(PRUNE, [now], 'for values')).length;
  }
}
