import { alter } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHANGE = `changed_in bigint NOT NULL, changed_at timestamptz NOT NULL DEFAULT now()`;
const TRANSACTION = `pg_current_xact_id()::text::bigint`;
const NOTED = `DO UPDATE SET changed_in = excluded.changed_in, changed_at = excluded.changed_at`;

/** Ids and networks are noted in their order, so that transactions that note the same ones do not wait for each other. */
const FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION voice.note_probes(ids text[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO voice.probe_changes (peer_id, changed_in) SELECT id, ${TRANSACTION} FROM unnest(ids) AS id ORDER BY id
    ON CONFLICT (peer_id) ${NOTED} $$`,
  `CREATE OR REPLACE FUNCTION voice.note_sources(owner text, networks cidr[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO voice.source_changes (owner_id, network, changed_in)
    SELECT owner, network, ${TRANSACTION} FROM unnest(networks) AS network ORDER BY network
    ON CONFLICT (owner_id, network) ${NOTED} $$`,
  `CREATE OR REPLACE FUNCTION voice.note_peer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM voice.note_probes(ARRAY[coalesce(NEW.id, OLD.id)]);
    RETURN NULL; END $$`,
  `CREATE OR REPLACE FUNCTION voice.note_trunk_source() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM voice.note_sources(coalesce(NEW.trunk_id, OLD.trunk_id), ARRAY[coalesce(NEW.network, OLD.network)]);
    RETURN NULL; END $$`,
  `CREATE OR REPLACE FUNCTION voice.note_carrier_source() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM voice.note_sources(coalesce(NEW.carrier_id, OLD.carrier_id), ARRAY[coalesce(NEW.network, OLD.network)]);
    RETURN NULL; END $$`,
  `CREATE OR REPLACE FUNCTION voice.note_trunk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM voice.note_probes(ARRAY(SELECT id FROM voice.sip_gateways WHERE trunk_id = NEW.id));
    PERFORM voice.note_sources(NEW.id, ARRAY(SELECT network FROM voice.trunk_sources WHERE trunk_id = NEW.id));
    RETURN NULL; END $$`,
  `CREATE OR REPLACE FUNCTION voice.note_carrier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM voice.note_sources(NEW.id, ARRAY(SELECT network FROM voice.carrier_sources WHERE carrier_id = NEW.id));
    RETURN NULL; END $$`,
];
const changed = (...columns: string[]) =>
  `(${columns.map((name) => `OLD.${name}`).join(', ')}) IS DISTINCT FROM (${columns.map((name) => `NEW.${name}`).join(', ')})`;
const ADDRESS = changed('host', 'port', 'transport', 'dns_srv', 'enabled');

const TRIGGERS = [
  ['note_gateway', 'INSERT OR DELETE ON voice.sip_gateways', '', 'note_peer'],
  ['note_changed_gateway', 'UPDATE ON voice.sip_gateways', ADDRESS, 'note_peer'],
  ['note_carrier', 'INSERT OR DELETE ON voice.carriers', '', 'note_peer'],
  ['note_changed_carrier', 'UPDATE ON voice.carriers', ADDRESS, 'note_peer'],
  ['note_enabled_carrier', 'UPDATE ON voice.carriers', changed('enabled'), 'note_carrier'],
  ['note_trunk', 'UPDATE ON voice.sip_trunks', changed('status'), 'note_trunk'],
  ['note_source', 'INSERT OR DELETE ON voice.trunk_sources', '', 'note_trunk_source'],
  ['note_rejected_source', 'UPDATE ON voice.trunk_sources', changed('rejected_at'), 'note_trunk_source'],
  ['note_source', 'INSERT OR DELETE ON voice.carrier_sources', '', 'note_carrier_source'],
] as const;

/**
 * Marks each gateway, carrier and source network with the transaction that changed it last, for the feeds that switches read.
 * Triggers, because processes of the previous release write meanwhile.
 */
export class TrackPeers1795010222000 implements MigrationInterface {
  readonly name = 'TrackPeers1795010222000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `CREATE TABLE IF NOT EXISTS voice.probe_changes (peer_id text PRIMARY KEY, ${CHANGE})`,
      `CREATE INDEX IF NOT EXISTS probe_changes_order ON voice.probe_changes (changed_in, peer_id)`,
      `CREATE INDEX IF NOT EXISTS probe_changes_age ON voice.probe_changes (changed_at)`,
      `CREATE TABLE IF NOT EXISTS voice.source_changes (
        owner_id text NOT NULL, network cidr NOT NULL, ${CHANGE}, PRIMARY KEY (owner_id, network))`,
      `CREATE INDEX IF NOT EXISTS source_changes_order ON voice.source_changes (changed_in, owner_id, network)`,
      `CREATE INDEX IF NOT EXISTS source_changes_age ON voice.source_changes (changed_at)`,
      `CREATE TABLE IF NOT EXISTS voice.change_feeds (
        feed text PRIMARY KEY CONSTRAINT change_feeds_feed CHECK (feed IN ('gateways', 'sources')),
        since bigint NOT NULL)`,
      `COMMENT ON COLUMN voice.change_feeds.since IS 'Changes of earlier transactions may have been forgotten'`,
      `INSERT INTO voice.change_feeds (feed, since) VALUES ('gateways', 0), ('sources', 0) ON CONFLICT DO NOTHING`,
      ...FUNCTIONS,
    );
    for (const [name, event, condition, called] of TRIGGERS) {
      const when = condition && `WHEN (${condition})`;
      await alter(
        db,
        `CREATE OR REPLACE TRIGGER ${name} AFTER ${event} FOR EACH ROW ${when} EXECUTE FUNCTION voice.${called}()`,
      );
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name, event] of TRIGGERS) await db.query(`DROP TRIGGER ${name} ON ${event.split(' ON ')[1]}`);
    for (const definition of FUNCTIONS) await db.query(`DROP FUNCTION ${/voice\.\w+/.exec(definition)?.[0] ?? ''}`);
    await db.query(`DROP TABLE voice.probe_changes, voice.source_changes, voice.change_feeds`);
  }
}
