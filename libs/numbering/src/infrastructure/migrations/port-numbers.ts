import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTOR_KINDS = `('user', 'api_key', 'oauth_app', 'system', 'operator')`;

/** Numbers that accounts bring from other carriers. See docs/porting.md. */
export class PortNumbers1795021140000 implements MigrationInterface {
  readonly name = 'PortNumbers1795021140000';

  async up(db: QueryRunner): Promise<void> {
    await createRequests(db);
    await createNumbers(db);
    await createEvents(db);
    await createComments(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE numbering.port_comments, numbering.port_events, numbering.port_numbers,
      numbering.port_requests`);
  }
}

async function createRequests(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.port_requests (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    country text NOT NULL,
    status text NOT NULL CONSTRAINT port_requests_status CHECK (status IN
      ('draft', 'submitted', 'in_process', 'exception', 'foc_confirmed', 'ported', 'rejected', 'cancelled')),
    losing_carrier text,
    details_sealed text,
    end_user_id text,
    requested_foc_at timestamptz,
    partial boolean NOT NULL,
    trunk_id text,
    routing_profile_id text,
    customer_reference text,
    documents jsonb NOT NULL,
    exception_code text,
    exception_message text,
    foc_at timestamptz,
    auto_activate boolean NOT NULL,
    carrier_id text,
    monthly_price_cents bigint,
    capabilities text[] NOT NULL,
    fee_cents bigint,
    hold_id text,
    created_by jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    submitted_at timestamptz,
    submissions integer NOT NULL,
    completed_at timestamptz,
    CONSTRAINT port_requests_one_route CHECK (trunk_id IS NULL OR routing_profile_id IS NULL),
    CONSTRAINT port_requests_cents CHECK (monthly_price_cents >= 0 AND fee_cents >= 0),
    CONSTRAINT port_requests_submitted CHECK ((status = 'draft') = (submitted_at IS NULL)
      AND (submitted_at IS NULL) = (fee_cents IS NULL) AND (submitted_at IS NULL) = (submissions = 0)),
    CONSTRAINT port_requests_foc CHECK (status NOT IN ('foc_confirmed', 'ported') OR foc_at IS NOT NULL),
    CONSTRAINT port_requests_auto_activate CHECK (NOT auto_activate OR status = 'foc_confirmed'),
    CONSTRAINT port_requests_completed
      CHECK ((status IN ('ported', 'rejected', 'cancelled')) = (completed_at IS NOT NULL)))`);
  for (const index of [
    `port_requests_account ON numbering.port_requests (account_id, created_at, id)`,
    `port_requests_status ON numbering.port_requests (status, submitted_at, id) WHERE submitted_at IS NOT NULL`,
    `port_requests_submitted ON numbering.port_requests (submitted_at, id) WHERE submitted_at IS NOT NULL`,
    `port_requests_open ON numbering.port_requests (account_id)
      WHERE status IN ('draft', 'submitted', 'in_process', 'exception', 'foc_confirmed')`,
    `port_requests_due ON numbering.port_requests (foc_at, id) WHERE auto_activate`,
  ])
    await db.query(`CREATE INDEX ${index}`);
}

async function createNumbers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.port_numbers (
    request_id text NOT NULL,
    e164 text NOT NULL,
    account_id text NOT NULL,
    position integer NOT NULL,
    number_type text NOT NULL CONSTRAINT port_numbers_number_type
      CHECK (number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')),
    status text NOT NULL CONSTRAINT port_numbers_status
      CHECK (status IN ('pending', 'activating', 'ported', 'failed', 'rejected', 'cancelled')),
    reason_code text,
    fee_cents bigint CONSTRAINT port_numbers_cents CHECK (fee_cents >= 0),
    number_id text,
    claim text CONSTRAINT port_numbers_claim CHECK (claim IN ('draft', 'submitted')),
    CONSTRAINT port_numbers_pkey PRIMARY KEY (request_id, e164),
    CONSTRAINT port_numbers_number CHECK ((status = 'ported') = (number_id IS NOT NULL)),
    CONSTRAINT port_numbers_claimed CHECK ((status IN ('pending', 'activating', 'failed')) = (claim IS NOT NULL)))`);
  for (const index of [
    `UNIQUE INDEX port_numbers_own ON numbering.port_numbers (account_id, e164) WHERE claim IS NOT NULL`,
    `UNIQUE INDEX port_numbers_submitted ON numbering.port_numbers (e164) WHERE claim = 'submitted'`,
    `INDEX port_numbers_e164 ON numbering.port_numbers (e164, account_id)`,
    `INDEX port_numbers_failed ON numbering.port_numbers (request_id) WHERE status = 'failed'`,
    `INDEX port_numbers_activating ON numbering.port_numbers (request_id, position) WHERE status = 'activating'`,
  ])
    await db.query(`CREATE ${index}`);
}

async function createEvents(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.port_events (
    id text PRIMARY KEY,
    request_id text NOT NULL,
    account_id text NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL CONSTRAINT port_events_actor_kind CHECK (actor_kind IN ${ACTOR_KINDS}),
    actor_id text,
    action text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL)`);
  await db.query(`CREATE INDEX port_events_request ON numbering.port_events (request_id, at, id)`);
}

async function createComments(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.port_comments (
    id text PRIMARY KEY,
    request_id text NOT NULL,
    account_id text NOT NULL,
    author_kind text NOT NULL CONSTRAINT port_comments_author_kind CHECK (author_kind IN ${ACTOR_KINDS}),
    author_id text,
    body_sealed text NOT NULL,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX port_comments_request ON numbering.port_comments (request_id, created_at, id)`);
}
