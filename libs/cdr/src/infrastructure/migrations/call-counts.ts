import { REPORTED } from './correct-unanswered';

// A migration imports these texts, so they never change once it is released: see docs/decisions/0034-one-setting-says-who-counts.md.

/** The columns of a CDR that its counts are made of, with their types. */
export const COUNTED_COLUMNS = {
  account_id: 'text',
  id: 'text',
  started_at: 'timestamptz',
  answered_at: 'timestamptz',
  billable_duration_seconds: 'integer',
  customer_total_cents: 'bigint',
  country: 'text',
  hangup_cause: 'text',
  created_at: 'timestamptz',
} as const;

/** And those of the counts by number. */
export const COUNTED_WITH_NUMBER = { ...COUNTED_COLUMNS, e164: 'text' } as const;

type Columns = Readonly<Record<string, string>>;

const HOUR = `date_trunc('hour', started_at, 'UTC')`;

/**
 * What is counted of CDRs: statements that count those in `changed`, upwards or downwards by `sign`. Each is one of a function, which
 * `countFunctions` writes.
 */
export const HOURLY_COUNTS = [
  `INSERT INTO cdr.call_hours AS h (account_id, hour, calls, answered, completed, billable_seconds, cost_cents, first_id, last_id,
    last_created_at)
  SELECT account_id, ${HOUR}, sign * count(*), sign * count(answered_at),
    sign * count(*) FILTER (WHERE hangup_cause = 'normal_clearing'), sign * sum(billable_duration_seconds),
    sign * sum(customer_total_cents), min(id), max(id), max(created_at)
  FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, hour) DO UPDATE SET calls = h.calls + excluded.calls, answered = h.answered + excluded.answered,
    completed = h.completed + excluded.completed, billable_seconds = h.billable_seconds + excluded.billable_seconds,
    cost_cents = h.cost_cents + excluded.cost_cents, first_id = least(h.first_id, excluded.first_id),
    last_id = greatest(h.last_id, excluded.last_id), last_created_at = greatest(h.last_created_at, excluded.last_created_at)`,
  `INSERT INTO cdr.call_hour_values AS h (account_id, dimension, hour, value, calls)
  SELECT account_id, dimension, ${HOUR}, value, sign * count(*)
  FROM changed CROSS JOIN LATERAL (VALUES ('country', country), ('hangup_cause', hangup_cause)) AS v (dimension, value)
  WHERE value IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, dimension, hour, value) DO UPDATE SET calls = h.calls + excluded.calls`,
];

/** The start of a call's month in UTC. */
export const MONTH = `date_trunc('month', started_at, 'UTC')`;

/** What is counted by number: an empty text stands for calls without one. */
export const NUMBER_COUNTS = [
  `INSERT INTO cdr.number_months AS m (account_id, month, e164, calls, answered, billable_seconds, cost_cents)
  SELECT account_id, ${MONTH}, coalesce(e164, ''), sign * count(*), sign * count(answered_at),
    sign * sum(billable_duration_seconds), sign * sum(customer_total_cents)
  FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (account_id, month, e164) DO UPDATE SET calls = m.calls + excluded.calls, answered = m.answered + excluded.answered,
    billable_seconds = m.billable_seconds + excluded.billable_seconds, cost_cents = m.cost_cents + excluded.cost_cents`,
];

const IS_BY_STATEMENT = `(SELECT kept_by = 'statement' FROM cdr.counting)`;

/**
 * Returns the functions that count CDRs by these statements: one for the triggers, one for the statements that write CDRs, of which
 * `cdr.counting` says which counts. Both read it under the lock that a writer of CDRs has on their table, and that
 * `cdr.keep_counts_by` waits for, so they agree in each transaction. See docs/decisions/0026-triggers-keep-hourly-counts.md.
 */
export function countFunctions(counts: readonly string[], columns: Columns = COUNTED_COLUMNS): readonly string[] {
  const changed = `WITH changed AS (SELECT * FROM jsonb_to_recordset(calls) AS c (${typed(columns)}))`;
  return [
    `CREATE OR REPLACE FUNCTION cdr.count_calls() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  sign CONSTANT integer := TG_ARGV[0];
BEGIN
  IF ${IS_BY_STATEMENT} THEN RETURN NULL; END IF;
  ${counts.join(';\n  ')};
  RETURN NULL;
END $$`,
    // Runs as its caller: the application may not count downwards.
    `CREATE OR REPLACE FUNCTION cdr.count_given(sign integer, calls jsonb) RETURNS void LANGUAGE plpgsql STRICT SET search_path = '' AS $$
BEGIN
  IF NOT ${IS_BY_STATEMENT} THEN RETURN; END IF;
  ${counts.map((count) => `${changed} ${count}`).join(';\n  ')};
END $$`,
  ];
}

/** Counts the CDRs that a statement has added. */
export const COUNT_ADDED = `CREATE OR REPLACE FUNCTION cdr.count_added(calls jsonb) RETURNS void
LANGUAGE sql STRICT SECURITY DEFINER SET search_path = '' AS $$
  SELECT cdr.count_given(1, calls)
$$`;

/** Replaces the CDRs of unanswered calls, and counts the change. The rows are locked before they are read, so none changes between. */
export const correctAndCount = (
  columns: Columns,
) => `CREATE OR REPLACE FUNCTION cdr.correct_unanswered(cdrs jsonb) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  before jsonb;
  after jsonb;
BEGIN
  SELECT jsonb_agg(to_jsonb(unanswered)) INTO before FROM (
    SELECT ${listed('stored', Object.keys(columns))}
    FROM jsonb_to_recordset(cdrs) AS answered(account_id text, id text, answered_at timestamptz)
      JOIN cdr.cdrs AS stored ON stored.account_id = answered.account_id AND stored.id = answered.id
    WHERE stored.answered_at IS NULL AND answered.answered_at IS NOT NULL
    ORDER BY stored.id FOR UPDATE OF stored) AS unanswered;
  WITH corrected AS (
    UPDATE cdr.cdrs AS stored SET ${Object.keys(REPORTED)
      .map((name) => `${name} = answered.${name}`)
      .join(', ')}
    FROM jsonb_to_recordset(cdrs) AS answered(account_id text, id text, ${typed(REPORTED)})
    WHERE stored.account_id = answered.account_id AND stored.id = answered.id AND stored.answered_at IS NULL
      AND answered.answered_at IS NOT NULL
    RETURNING ${listed('stored', Object.keys(columns))})
  SELECT jsonb_agg(to_jsonb(corrected)) INTO after FROM corrected;
  PERFORM cdr.count_given(-1, before), cdr.count_given(1, after);
  RETURN QUERY SELECT id FROM jsonb_to_recordset(after) AS c (id text);
END $$`;

function typed(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}

function listed(alias: string, names: readonly string[]): string {
  return names.map((name) => `${alias}.${name}`).join(', ');
}
