import { APP_ROLE, createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCdr1795000500000 implements MigrationInterface {
  readonly name = 'CreateCdr1795000500000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'cdr');
    await createRates(db);
    await createIntake(db);
    await createCdrs(db);
    await createIndexes(db);
    // A CDR is never changed: corrections are adjustments in the ledger. See docs/cdrs.md#guarantees.
    for (const table of ['cdrs', 'intake']) {
      await db.query(`REVOKE UPDATE, DELETE, TRUNCATE ON cdr.${table} FROM ${APP_ROLE}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA cdr CASCADE`);
  }
}

async function createRates(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE cdr.rate_decks (
    id text PRIMARY KEY,
    name text NOT NULL,
    status text NOT NULL CONSTRAINT rate_decks_status CHECK (status IN ('draft', 'active')),
    effective_from timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    activated_at timestamptz,
    CONSTRAINT rate_decks_activated CHECK ((status = 'active') = (activated_at IS NOT NULL)))`);
  await db.query(
    `CREATE INDEX rate_decks_in_force ON cdr.rate_decks (effective_from DESC, id DESC) WHERE status = 'active'`,
  );
  await db.query(`CREATE TABLE cdr.rates (
    deck_id text NOT NULL REFERENCES cdr.rate_decks,
    direction text NOT NULL CONSTRAINT rates_direction CHECK (direction IN ('inbound', 'outbound')),
    number_type text NOT NULL,
    prefix text NOT NULL CONSTRAINT rates_prefix CHECK (prefix ~ '^[0-9]{0,15}$'),
    description text NOT NULL,
    rate_per_minute_microcents bigint NOT NULL CONSTRAINT rates_rate CHECK (rate_per_minute_microcents >= 0),
    first_seconds integer NOT NULL CONSTRAINT rates_first CHECK (first_seconds BETWEEN 1 AND 3600),
    next_seconds integer NOT NULL CONSTRAINT rates_next CHECK (next_seconds BETWEEN 1 AND 3600),
    connection_fee_cents bigint NOT NULL CONSTRAINT rates_fee CHECK (connection_fee_cents >= 0),
    PRIMARY KEY (deck_id, direction, prefix, number_type))`);
  await db.query(`COMMENT ON COLUMN cdr.rates.number_type IS 'of our number, for calls in; "any" for every one'`);
  await db.query(`COMMENT ON COLUMN cdr.rates.prefix IS 'first digits of the number called, without +; empty for all'`);
}

async function createIntake(db: QueryRunner): Promise<void> {
  // The claimed calls. A separate table stays unique even if CDRs are partitioned.
  await db.query(`CREATE TABLE cdr.intake (
    decision_id text NOT NULL,
    switch_id text NOT NULL,
    call_id text NOT NULL,
    cdr_id text NOT NULL,
    PRIMARY KEY (decision_id, switch_id, call_id))`);
  await db.query(`CREATE TABLE cdr.account_marks (
    account_id text PRIMARY KEY,
    last_created_at timestamptz NOT NULL)`);
}

async function createCdrs(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE cdr.cdrs (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    switch_id text NOT NULL,
    sip_call_id text NOT NULL,
    decision_id text NOT NULL,
    direction text NOT NULL CONSTRAINT cdrs_direction CHECK (direction IN ('inbound', 'outbound')),
    caller text,
    callee text,
    e164 text,
    number_id text,
    number_type text,
    country text,
    routing_profile_id text,
    sip_trunk_id text,
    forward_to_e164 text,
    webrtc_user_id text,
    started_at timestamptz NOT NULL,
    answered_at timestamptz,
    ended_at timestamptz NOT NULL,
    duration_seconds integer NOT NULL,
    billable_duration_seconds integer NOT NULL,
    hangup_cause text NOT NULL,
    sip_response_code integer,
    disconnected_by text CONSTRAINT cdrs_disconnected_by CHECK (disconnected_by IN ('caller', 'callee', 'system')),
    customer_total_cents bigint NOT NULL CONSTRAINT cdrs_total CHECK (customer_total_cents >= 0),
    currency text NOT NULL,
    billing_transaction_id text,
    rating jsonb,
    forward_rating jsonb,
    attempts jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT cdrs_charged CHECK ((customer_total_cents > 0) = (billing_transaction_id IS NOT NULL)),
    CONSTRAINT cdrs_times CHECK (started_at <= ended_at AND (answered_at IS NULL OR answered_at BETWEEN started_at AND ended_at)))`);
}

/** One index per sort, and one per selective filter. */
async function createIndexes(db: QueryRunner): Promise<void> {
  const indexes: Readonly<Record<string, string>> = {
    cdrs_by_start: `(account_id, started_at, id)`,
    cdrs_by_writing: `(account_id, created_at, id)`,
    cdrs_by_length: `(account_id, billable_duration_seconds, id)`,
    cdrs_by_cost: `(account_id, customer_total_cents, id)`,
    cdrs_of_e164: `(account_id, e164, started_at, id)`,
    cdrs_of_number: `(account_id, number_id, started_at, id)`,
    cdrs_of_trunk: `(account_id, sip_trunk_id, started_at, id) WHERE sip_trunk_id IS NOT NULL`,
    cdrs_of_profile: `(account_id, routing_profile_id, started_at, id) WHERE routing_profile_id IS NOT NULL`,
    cdrs_of_caller: `(account_id, caller text_pattern_ops)`,
    cdrs_of_callee: `(account_id, callee text_pattern_ops)`,
  };
  for (const [name, columns] of Object.entries(indexes)) await db.query(`CREATE INDEX ${name} ON cdr.cdrs ${columns}`);
}
