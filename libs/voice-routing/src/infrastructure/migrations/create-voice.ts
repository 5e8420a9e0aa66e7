import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = `('active', 'disabled', 'archived')`;
const TRANSPORTS = `('udp', 'tcp', 'tls', 'wss')`;

export class CreateVoice1795000400000 implements MigrationInterface {
  readonly name = 'CreateVoice1795000400000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'voice');
    await createTrunks(db);
    await createGateways(db);
    await createProfiles(db);
    await createTargets(db);
    await createCarriers(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA voice CASCADE`);
  }
}

async function createTrunks(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE voice.sip_trunks (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL CONSTRAINT sip_trunks_status CHECK (status IN ${STATUSES}),
    transport text NOT NULL CONSTRAINT sip_trunks_transport CHECK (transport IN ${TRANSPORTS}),
    codec_preference text[] NOT NULL,
    dtmf_mode text NOT NULL CONSTRAINT sip_trunks_dtmf_mode CHECK (dtmf_mode IN ('rfc4733', 'inband', 'sip_info')),
    registration_mode text NOT NULL
      CONSTRAINT sip_trunks_registration_mode CHECK (registration_mode IN ('static_ip', 'register')),
    caller_id_strategy text NOT NULL
      CONSTRAINT sip_trunks_caller_id_strategy CHECK (caller_id_strategy IN ('inherit', 'override')),
    caller_id_override text,
    inbound_cidrs text[] NOT NULL,
    max_concurrent_calls integer,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    archived_at timestamptz,
    CONSTRAINT sip_trunks_caller_id CHECK ((caller_id_strategy = 'override') = (caller_id_override IS NOT NULL)),
    CONSTRAINT sip_trunks_archived CHECK ((status = 'archived') = (archived_at IS NOT NULL)))`);
  await db.query(
    `CREATE UNIQUE INDEX sip_trunks_live_name ON voice.sip_trunks (account_id, name) WHERE status <> 'archived'`,
  );
  await db.query(`CREATE INDEX sip_trunks_by_age ON voice.sip_trunks (account_id, created_at, id)`);
  await db.query(`CREATE INDEX sip_trunks_by_name ON voice.sip_trunks (account_id, name, id)`);
  // Repeats the networks of trunks in a form that an index can search by address.
  await db.query(`CREATE TABLE voice.trunk_sources (
    trunk_id text NOT NULL REFERENCES voice.sip_trunks ON DELETE CASCADE,
    network cidr NOT NULL,
    PRIMARY KEY (trunk_id, network))`);
  await db.query(`CREATE INDEX trunk_sources_network ON voice.trunk_sources USING gist (network inet_ops)`);
  await db.query(`CREATE TABLE voice.trunk_credentials (
    trunk_id text PRIMARY KEY REFERENCES voice.sip_trunks ON DELETE CASCADE,
    sip_username text NOT NULL CONSTRAINT trunk_credentials_username UNIQUE,
    sip_password_sealed text NOT NULL,
    created_at timestamptz NOT NULL)`);
}

async function createGateways(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE voice.sip_gateways (
    id text PRIMARY KEY,
    trunk_id text NOT NULL REFERENCES voice.sip_trunks,
    account_id text NOT NULL,
    name text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL CONSTRAINT sip_gateways_port CHECK (port BETWEEN 1 AND 65535),
    transport text NOT NULL CONSTRAINT sip_gateways_transport CHECK (transport IN ${TRANSPORTS}),
    weight integer NOT NULL CONSTRAINT sip_gateways_weight CHECK (weight BETWEEN 0 AND 10000),
    priority integer NOT NULL CONSTRAINT sip_gateways_priority CHECK (priority BETWEEN 0 AND 99),
    auth_username text,
    auth_password_sealed text,
    custom_headers jsonb,
    enabled boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX sip_gateways_trunk ON voice.sip_gateways (trunk_id)`);
  // A separate table, because it changes with every probe.
  await db.query(`CREATE TABLE voice.gateway_health (
    gateway_id text PRIMARY KEY REFERENCES voice.sip_gateways ON DELETE CASCADE,
    state text NOT NULL CONSTRAINT gateway_health_state CHECK (state IN ('up', 'down')),
    last_probe_at timestamptz NOT NULL,
    last_sip_code integer,
    rtt_ms integer,
    consecutive_failures integer NOT NULL,
    down_until timestamptz,
    CONSTRAINT gateway_health_down CHECK ((state = 'down') = (down_until IS NOT NULL)))`);
}

async function createProfiles(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE voice.routing_profiles (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL CONSTRAINT routing_profiles_status CHECK (status IN ${STATUSES}),
    strategy text NOT NULL CONSTRAINT routing_profiles_strategy
      CHECK (strategy IN ('failover', 'round_robin', 'weighted_lb', 'simultaneous_ring')),
    ring_timeout_seconds integer NOT NULL
      CONSTRAINT routing_profiles_ring_timeout CHECK (ring_timeout_seconds BETWEEN 5 AND 120),
    max_retries integer NOT NULL CONSTRAINT routing_profiles_max_retries CHECK (max_retries BETWEEN 0 AND 10),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    archived_at timestamptz,
    CONSTRAINT routing_profiles_archived CHECK ((status = 'archived') = (archived_at IS NOT NULL)))`);
  await db.query(
    `CREATE UNIQUE INDEX routing_profiles_live_name ON voice.routing_profiles (account_id, name) WHERE status <> 'archived'`,
  );
  await db.query(`CREATE INDEX routing_profiles_by_age ON voice.routing_profiles (account_id, created_at, id)`);
  await db.query(`CREATE INDEX routing_profiles_by_name ON voice.routing_profiles (account_id, name, id)`);
}

async function createTargets(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE voice.routing_targets (
    id text PRIMARY KEY,
    profile_id text NOT NULL REFERENCES voice.routing_profiles,
    account_id text NOT NULL,
    kind text NOT NULL
      CONSTRAINT routing_targets_kind CHECK (kind IN ('sip_trunk', 'pstn_forward', 'webrtc_user', 'webhook')),
    position integer NOT NULL CONSTRAINT routing_targets_position CHECK (position BETWEEN 0 AND 99),
    weight integer NOT NULL CONSTRAINT routing_targets_weight CHECK (weight BETWEEN 0 AND 10000),
    sip_trunk_id text REFERENCES voice.sip_trunks,
    pstn_forward_e164 text,
    webrtc_user_id text,
    webhook_url text,
    conditions jsonb,
    enabled boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT routing_targets_reference CHECK (
      (kind = 'sip_trunk') = (sip_trunk_id IS NOT NULL)
      AND (kind = 'pstn_forward') = (pstn_forward_e164 IS NOT NULL)
      AND (kind = 'webrtc_user') = (webrtc_user_id IS NOT NULL)
      AND (kind = 'webhook') = (webhook_url IS NOT NULL)))`);
  await db.query(`CREATE INDEX routing_targets_profile ON voice.routing_targets (profile_id)`);
  await db.query(
    `CREATE INDEX routing_targets_trunk ON voice.routing_targets (sip_trunk_id) WHERE sip_trunk_id IS NOT NULL`,
  );
}

/** Creates the operator's carriers. Without a row there are no outbound calls. */
async function createCarriers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE voice.carriers (
    id text PRIMARY KEY,
    name text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL CONSTRAINT carriers_port CHECK (port BETWEEN 1 AND 65535),
    transport text NOT NULL CONSTRAINT carriers_transport CHECK (transport IN ${TRANSPORTS}),
    priority integer NOT NULL DEFAULT 0,
    weight integer NOT NULL DEFAULT 100,
    prefixes text[] NOT NULL DEFAULT '{}',
    enabled boolean NOT NULL DEFAULT true,
    down_until timestamptz)`);
  await db.query(`COMMENT ON COLUMN voice.carriers.prefixes IS 'E.164 prefixes with +; empty: every destination'`);
}
