import { alter, createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes carriers manageable by operators, and counts calls per carrier. */
export class OperateCarriers1795000400002 implements MigrationInterface {
  readonly name = 'OperateCarriers1795000400002';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE voice.carriers
      ADD COLUMN IF NOT EXISTS auth_username text,
      ADD COLUMN IF NOT EXISTS auth_password_sealed text,
      ADD COLUMN IF NOT EXISTS caller_id_format text NOT NULL DEFAULT 'e164'
        CONSTRAINT carriers_caller_id_format CHECK (caller_id_format IN ('e164', 'e164_no_plus', 'national')),
      ADD COLUMN IF NOT EXISTS codecs text[] NOT NULL DEFAULT '{g711a,g711u}'
        CONSTRAINT carriers_codecs
          CHECK (cardinality(codecs) > 0 AND codecs <@ ARRAY['opus', 'g722', 'g711a', 'g711u', 'g729']),
      ADD COLUMN IF NOT EXISTS source_networks text[] NOT NULL DEFAULT '{}',
      ADD COLUMN IF NOT EXISTS max_concurrent_calls integer
        CONSTRAINT carriers_max_concurrent_calls CHECK (max_concurrent_calls > 0),
      ADD COLUMN IF NOT EXISTS emergency boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now()),
      ADD COLUMN IF NOT EXISTS updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())`,
      // Rows that were inserted manually can have any id; the operator API requires ids of the usual form.
      `UPDATE voice.carriers SET id = 'car_' || md5(id) WHERE id !~ '^car_[0-9a-z]{1,48}$'`,
      `COMMENT ON COLUMN voice.carriers.down_until IS 'Not read any more: see voice.carrier_health. Goes with the next release'`,
      // A separate table, because it changes with every probe.
      `CREATE TABLE IF NOT EXISTS voice.carrier_health (
      carrier_id text PRIMARY KEY REFERENCES voice.carriers ON DELETE CASCADE,
      state text NOT NULL CONSTRAINT carrier_health_state CHECK (state IN ('up', 'down')),
      last_probe_at timestamptz NOT NULL,
      last_sip_code integer,
      rtt_ms integer,
      down_until timestamptz,
      CONSTRAINT carrier_health_down CHECK ((state = 'down') = (down_until IS NOT NULL)))`,
      `CREATE TABLE IF NOT EXISTS voice.carrier_sources (
      carrier_id text NOT NULL REFERENCES voice.carriers ON DELETE CASCADE,
      network cidr NOT NULL,
      PRIMARY KEY (carrier_id, network))`,
      `CREATE INDEX IF NOT EXISTS carrier_sources_network ON voice.carrier_sources USING gist (network inet_ops)`,
      `ALTER TABLE voice.calls ADD COLUMN IF NOT EXISTS carrier_id text`,
    );
    await createIndex(db, {
      table: 'voice.calls',
      name: 'calls_live_over_carrier',
      definition: '(carrier_id, expires_at) WHERE ended_at IS NULL AND carrier_id IS NOT NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE voice.calls DROP COLUMN carrier_id`);
    await db.query(`DROP TABLE voice.carrier_sources, voice.carrier_health`);
    await db.query(`ALTER TABLE voice.carriers DROP COLUMN auth_username, DROP COLUMN auth_password_sealed,
      DROP COLUMN caller_id_format, DROP COLUMN codecs, DROP COLUMN source_networks, DROP COLUMN max_concurrent_calls,
      DROP COLUMN emergency, DROP COLUMN created_at, DROP COLUMN updated_at`);
  }
}
