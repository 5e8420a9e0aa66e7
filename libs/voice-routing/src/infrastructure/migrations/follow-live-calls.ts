import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the progress of live calls, the heartbeats of switches, and the claims of source networks. */
export class FollowLiveCalls1795000410000 implements MigrationInterface {
  readonly name = 'FollowLiveCalls1795000410000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.calls
      ADD COLUMN direction text CONSTRAINT calls_direction CHECK (direction IN ('inbound', 'outbound')),
      ADD COLUMN extends boolean NOT NULL DEFAULT false,
      ADD COLUMN extensions integer NOT NULL DEFAULT 0,
      ADD COLUMN billable_from timestamptz,
      ADD COLUMN named_at timestamptz,
      ADD COLUMN held_until timestamptz,
      ADD COLUMN ended_by text
        CONSTRAINT calls_ended_by CHECK (ended_by IN ('switch', 'heartbeat', 'restart', 'cdr', 'operator', 'expiry'))`);
    await db.query(`COMMENT ON COLUMN voice.calls.held_until IS
      'When the money that the call holds is given back without a CDR; null when nothing is held'`);
    await db.query(`CREATE INDEX calls_held ON voice.calls (held_until, id) WHERE held_until IS NOT NULL`);
    await db.query(`CREATE INDEX calls_live_on_switch ON voice.calls (switch_id, started_at) WHERE ended_at IS NULL`);
    await db.query(`CREATE INDEX calls_live_by_age ON voice.calls (started_at, id) WHERE ended_at IS NULL`);
    await db.query(`CREATE TABLE voice.switches (
      switch_id text PRIMARY KEY,
      boot_id text,
      last_heartbeat_at timestamptz NOT NULL,
      heartbeat_at timestamptz,
      heartbeat_parts integer,
      parts_received integer[] NOT NULL DEFAULT '{}')`);
    await db.query(`CREATE TABLE voice.api_uptime (
      id boolean PRIMARY KEY DEFAULT true CONSTRAINT api_uptime_one CHECK (id),
      up_since timestamptz NOT NULL,
      beat_at timestamptz NOT NULL)`);
    await db.query(`COMMENT ON COLUMN voice.api_uptime.beat_at IS 'Real time, whatever the test clock says'`);
    await db.query(`ALTER TABLE voice.trunk_sources
      ADD COLUMN id text NOT NULL DEFAULT 'src_' || replace(gen_random_uuid()::text, '-', ''),
      ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN confirmed_at timestamptz,
      ADD COLUMN confirmed_by text,
      ADD COLUMN rejected_at timestamptz`);
    await db.query(`UPDATE voice.trunk_sources s SET claimed_at = t.created_at
      FROM voice.sip_trunks t WHERE t.id = s.trunk_id`);
    await db.query(`CREATE UNIQUE INDEX trunk_sources_id ON voice.trunk_sources (id)`);
    await db.query(`CREATE INDEX trunk_sources_page ON voice.trunk_sources (claimed_at, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.trunk_sources DROP COLUMN id, DROP COLUMN claimed_at, DROP COLUMN confirmed_at,
      DROP COLUMN confirmed_by, DROP COLUMN rejected_at`);
    await db.query(`DROP TABLE voice.api_uptime, voice.switches`);
    await db.query(`ALTER TABLE voice.calls DROP COLUMN direction, DROP COLUMN extends, DROP COLUMN extensions,
      DROP COLUMN billable_from, DROP COLUMN named_at, DROP COLUMN held_until, DROP COLUMN ended_by`);
  }
}
