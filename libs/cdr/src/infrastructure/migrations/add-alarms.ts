import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  alarms_of_account: '(account_id, created_at, id) WHERE account_id IS NOT NULL',
  alarms_of_carrier: '(carrier_id, created_at, id) WHERE carrier_id IS NOT NULL',
  alarms_of_carriers: '(created_at, id) WHERE carrier_id IS NOT NULL',
  alarms_raised: `(since, id) WHERE state = 'raised'`,
};

/** Alarms about calls, and what is counted for them. See docs/alarms.md. */
export class AddAlarms1795021400000 implements MigrationInterface {
  readonly name = 'AddAlarms1795021400000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE cdr.alarms (
      id text PRIMARY KEY,
      account_id text,
      carrier_id text,
      name text NOT NULL,
      metric text NOT NULL
        CONSTRAINT alarms_metric CHECK (metric IN ('asr_pct', 'acd_s', 'failure_pct', 'cost_cents')),
      window_seconds integer NOT NULL CONSTRAINT alarms_window CHECK (window_seconds BETWEEN 300 AND 86400),
      comparison text NOT NULL CONSTRAINT alarms_comparison CHECK (comparison IN ('below', 'above')),
      threshold double precision NOT NULL CONSTRAINT alarms_threshold CHECK (threshold >= 0),
      min_calls integer NOT NULL CONSTRAINT alarms_min_calls CHECK (min_calls >= 1),
      scope jsonb NOT NULL,
      enabled boolean NOT NULL,
      state text NOT NULL CONSTRAINT alarms_state CHECK (state IN ('ok', 'raised')),
      since timestamptz NOT NULL,
      recovering_since timestamptz,
      counts_from timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT alarms_owner CHECK (num_nonnulls(account_id, carrier_id) = 1),
      CONSTRAINT alarms_raised_enabled CHECK (enabled OR state = 'ok'),
      CONSTRAINT alarms_recovering CHECK (recovering_since IS NULL OR state = 'raised'))`);
    for (const [name, definition] of Object.entries(INDEXES))
      await db.query(`CREATE INDEX ${name} ON cdr.alarms ${definition}`);
    await db.query(`CREATE TABLE cdr.alarm_counts (
      alarm_id text NOT NULL,
      counts_from timestamptz NOT NULL,
      at timestamptz NOT NULL,
      calls bigint NOT NULL,
      answered bigint NOT NULL,
      failed bigint NOT NULL,
      billable_seconds bigint NOT NULL,
      cost_microcents bigint NOT NULL,
      PRIMARY KEY (alarm_id, counts_from, at)) WITH (fillfactor = 70)`);
    await db.query(`CREATE TABLE cdr.alarm_marks (
      account_id text PRIMARY KEY,
      counted_until timestamptz NOT NULL) WITH (fillfactor = 70)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE cdr.alarm_marks, cdr.alarm_counts, cdr.alarms`);
  }
}
