import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of decisions and live calls. */
export class CreateDecisions1795000400001 implements MigrationInterface {
  readonly name = 'CreateDecisions1795000400001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE voice.decisions (
      id text PRIMARY KEY,
      switch_id text NOT NULL,
      call_id text NOT NULL,
      account_id text,
      direction text NOT NULL CONSTRAINT decisions_direction CHECK (direction IN ('inbound', 'outbound')),
      caller text NOT NULL,
      callee text NOT NULL,
      e164 text,
      number_id text,
      number_type text,
      country text,
      routing_profile_id text,
      sip_trunk_id text,
      action text NOT NULL CONSTRAINT decisions_action CHECK (action IN ('route', 'reject')),
      reject_code integer,
      reject_reason text,
      reject_cause text,
      rating jsonb,
      routes jsonb NOT NULL,
      max_duration_seconds integer NOT NULL,
      source_ip text,
      created_at timestamptz NOT NULL,
      report_due_at timestamptz NOT NULL,
      reported_at timestamptz,
      CONSTRAINT decisions_rejected CHECK ((action = 'reject') = (reject_code IS NOT NULL)),
      CONSTRAINT decisions_rated CHECK (action = 'reject' OR (rating IS NOT NULL AND account_id IS NOT NULL)))`);
    await db.query(`CREATE INDEX decisions_call ON voice.decisions (call_id)`);
    // Finds decisions whose CDR is overdue.
    await db.query(`CREATE INDEX decisions_unreported ON voice.decisions (report_due_at) WHERE reported_at IS NULL`);
    await db.query(`CREATE TABLE voice.calls (
      id text PRIMARY KEY,
      decision_id text NOT NULL CONSTRAINT calls_decision UNIQUE REFERENCES voice.decisions,
      account_id text NOT NULL,
      switch_id text NOT NULL,
      trunk_id text,
      status text NOT NULL
        CONSTRAINT calls_status CHECK (status IN ('routing', 'ringing', 'in_progress', 'completed')),
      current_attempt integer,
      started_at timestamptz NOT NULL,
      ringing_at timestamptz,
      answered_at timestamptz,
      last_seen_at timestamptz,
      expires_at timestamptz NOT NULL,
      ended_at timestamptz,
      CONSTRAINT calls_completed CHECK ((status = 'completed') = (ended_at IS NOT NULL)))`);
    await db.query(`CREATE INDEX calls_live ON voice.calls (account_id, started_at, id) WHERE ended_at IS NULL`);
    await db.query(`CREATE INDEX calls_live_on_trunk ON voice.calls (trunk_id, expires_at) WHERE ended_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE voice.calls, voice.decisions`);
  }
}
