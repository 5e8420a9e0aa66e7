import { addConstraint, alter, backfillWhere, createIndex, setNotNull } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ENDED_BY = `ended_by IN ('switch', 'heartbeat', 'restart', 'cdr', 'operator', 'expiry')`;
const INDEXES = {
  calls_held: '(held_until, id) WHERE held_until IS NOT NULL',
  calls_live_on_switch: '(switch_id, started_at) WHERE ended_at IS NULL',
  calls_live_by_age: '(started_at, id) WHERE ended_at IS NULL',
} as const;

/** Adds the progress of live calls, the heartbeats of switches, and the claims of source networks. */
export class FollowLiveCalls1795000410000 implements MigrationInterface {
  readonly name = 'FollowLiveCalls1795000410000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await followCalls(db);
    await alter(
      db,
      `CREATE TABLE IF NOT EXISTS voice.switches (
        switch_id text PRIMARY KEY,
        boot_id text,
        last_heartbeat_at timestamptz NOT NULL,
        heartbeat_at timestamptz,
        heartbeat_parts integer,
        parts_received integer[] NOT NULL DEFAULT '{}')`,
      `CREATE TABLE IF NOT EXISTS voice.api_uptime (
        id boolean PRIMARY KEY DEFAULT true CONSTRAINT api_uptime_one CHECK (id),
        up_since timestamptz NOT NULL,
        beat_at timestamptz NOT NULL)`,
      `COMMENT ON COLUMN voice.api_uptime.beat_at IS 'Real time, whatever the test clock says'`,
    );
    await claimNetworks(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.trunk_sources DROP COLUMN id, DROP COLUMN claimed_at, DROP COLUMN confirmed_at,
      DROP COLUMN confirmed_by, DROP COLUMN rejected_at`);
    await db.query(`DROP TABLE voice.api_uptime, voice.switches`);
    await db.query(`ALTER TABLE voice.calls DROP COLUMN direction, DROP COLUMN extends, DROP COLUMN extensions,
      DROP COLUMN billable_from, DROP COLUMN named_at, DROP COLUMN held_until, DROP COLUMN ended_by`);
  }
}

async function followCalls(db: QueryRunner): Promise<void> {
  const table = 'voice.calls';
  await alter(
    db,
    `ALTER TABLE ${table}
      ADD COLUMN IF NOT EXISTS direction text,
      ADD COLUMN IF NOT EXISTS extends boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS extensions integer NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS billable_from timestamptz,
      ADD COLUMN IF NOT EXISTS named_at timestamptz,
      ADD COLUMN IF NOT EXISTS held_until timestamptz,
      ADD COLUMN IF NOT EXISTS ended_by text`,
    `COMMENT ON COLUMN voice.calls.held_until IS
      'When the money that the call holds is given back without a CDR; null when nothing is held'`,
  );
  await addConstraint(db, {
    table,
    name: 'calls_direction',
    definition: `CHECK (direction IN ('inbound', 'outbound'))`,
  });
  await addConstraint(db, { table, name: 'calls_ended_by', definition: `CHECK (${ENDED_BY})` });
  for (const [name, definition] of Object.entries(INDEXES)) await createIndex(db, { table, name, definition });
}

/** The default comes first, so that networks of processes of the previous version have ids too. */
async function claimNetworks(db: QueryRunner): Promise<void> {
  const table = 'voice.trunk_sources';
  await alter(
    db,
    `ALTER TABLE ${table}
      ADD COLUMN IF NOT EXISTS id text,
      ADD COLUMN IF NOT EXISTS claimed_at timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN IF NOT EXISTS confirmed_at timestamptz,
      ADD COLUMN IF NOT EXISTS confirmed_by text,
      ADD COLUMN IF NOT EXISTS rejected_at timestamptz`,
    `ALTER TABLE ${table} ALTER COLUMN id SET DEFAULT 'src_' || replace(gen_random_uuid()::text, '-', '')`,
  );
  await backfillWhere(db, {
    step: 'claims of networks',
    table,
    condition: 'id IS NULL',
    set: `id = DEFAULT,
      claimed_at = coalesce((SELECT t.created_at FROM voice.sip_trunks t WHERE t.id = r.trunk_id), r.claimed_at)`,
  });
  await setNotNull(db, table, 'id');
  await createIndex(db, { table, name: 'trunk_sources_id', definition: '(id)', unique: true });
  await createIndex(db, { table, name: 'trunk_sources_page', definition: '(claimed_at, id)' });
}
