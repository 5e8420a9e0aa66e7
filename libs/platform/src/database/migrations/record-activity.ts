import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';

/** The time by the clock of the service, which a sandbox can move. */
const NOW = `CREATE FUNCTION platform.activity_now() RETURNS timestamptz LANGUAGE sql VOLATILE SET search_path = '' AS $$
  SELECT clock_timestamp() + offset_s * interval '1 second' FROM platform.test_clock
$$`;

/** The members that differ, those of objects one by one. */
export const DIFFERENCES = `CREATE FUNCTION platform.differences(path text, before jsonb, after jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql IMMUTABLE SET search_path = '' AS $$
DECLARE
  name text;
  was jsonb;
  is_now jsonb;
BEGIN
  FOR name IN SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after) ORDER BY 1 LOOP
    was := coalesce(before -> name, 'null');
    is_now := coalesce(after -> name, 'null');
    CONTINUE WHEN was = is_now;
    IF jsonb_typeof(was) IN ('object', 'null') AND jsonb_typeof(is_now) IN ('object', 'null') THEN
      RETURN QUERY SELECT * FROM platform.differences(path || name || '.',
        coalesce(nullif(was, 'null'), '{}'), coalesce(nullif(is_now, 'null'), '{}'));
    ELSE
      RETURN NEXT jsonb_build_object('field', path || name, 'from', was, 'to', is_now);
    END IF;
  END LOOP;
END $$`;

/**
 * Adds an entry for a changed row. The setting `trunkline.actor` names who made the change; without it, the system did. The fields
 * in `hidden` are recorded as changed, without values.
 */
const RECORD = `CREATE FUNCTION platform.record_activity(account text, kind text, verb text, resource text, named text,
  before jsonb, after jsonb, hidden text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  actor text := nullif(current_setting('trunkline.actor', true), '');
  acting jsonb;
  changed jsonb;
  moment timestamptz;
BEGIN
  IF account IS NULL OR actor = 'none' THEN RETURN; END IF;
  SELECT jsonb_agg(change ORDER BY change ->> 'field') INTO changed FROM (
    SELECT change FROM platform.differences('', before, after) AS change
    UNION ALL
    SELECT jsonb_build_object('field', field, 'from', NULL, 'to', NULL, 'redacted', true) FROM unnest(hidden) AS field) AS all_changes;
  IF changed IS NULL AND verb = 'updated' THEN RETURN; END IF;
  acting := coalesce(actor, '{"kind": "system"}')::jsonb;
  moment := platform.activity_now();
  INSERT INTO platform.activity (id, account_id, at, actor_kind, actor_id, ip, request_id, action, resource_kind, resource_id,
    resource_name, changes)
  VALUES (platform.earliest_id('act', moment) || right(replace(gen_random_uuid()::text, '-', ''), 16), account, moment,
    acting ->> 'kind', acting ->> 'id', acting ->> 'ip', acting ->> 'request', kind || '.' || verb, kind, resource, named,
    coalesce(changed, '[]'));
END $$`;

/** Deletes entries that are older than 400 days, whatever its caller asks for. The application's role cannot delete others. */
const PRUNE = `CREATE FUNCTION platform.prune_activity(kept_from timestamptz, batch integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH expired AS (
    SELECT id FROM platform.activity WHERE at < least(kept_from, platform.activity_now() - interval '400 days')
    ORDER BY at LIMIT batch FOR UPDATE SKIP LOCKED),
  gone AS (DELETE FROM platform.activity a USING expired WHERE a.id = expired.id RETURNING 1)
  SELECT count(*) FROM gone
$$`;

const FUNCTIONS = [
  'prune_activity(timestamptz, integer)',
  'record_activity(text, text, text, text, text, jsonb, jsonb, text[])',
  'differences(text, jsonb, jsonb)',
  'activity_now()',
];

/**
 * The changes of each account's resources. Triggers write them, which `recordChanges` keeps in step with the descriptions of the
 * tables. See docs/decisions/0036-triggers-record-activity.md.
 */
export class RecordActivity1795024000000 implements MigrationInterface {
  readonly name = 'RecordActivity1795024000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.activity (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      at timestamptz NOT NULL,
      actor_kind text NOT NULL CONSTRAINT activity_actor_kind
        CHECK (actor_kind IN ('user', 'api_key', 'oauth_app', 'system', 'operator')),
      actor_id text,
      ip text,
      request_id text,
      action text NOT NULL,
      resource_kind text NOT NULL,
      resource_id text NOT NULL,
      resource_name text,
      changes jsonb NOT NULL)`);
    await db.query(`CREATE INDEX activity_account ON platform.activity (account_id, at, id)`);
    await db.query(`CREATE INDEX activity_actor ON platform.activity (account_id, actor_id, at, id)`);
    await db.query(`CREATE INDEX activity_resource ON platform.activity (account_id, resource_id, at, id)`);
    await db.query(`CREATE INDEX activity_kind ON platform.activity (account_id, resource_kind, at, id)`);
    await db.query(`CREATE INDEX activity_at ON platform.activity (at)`);
    await db.query(`REVOKE UPDATE, DELETE ON platform.activity FROM ${APP_ROLE}`);
    for (const statement of [NOW, DIFFERENCES, RECORD, PRUNE]) await db.query(statement);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DO $$ DECLARE fn record; BEGIN
      FOR fn IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE starts_with(p.proname, 'record_activity_of_') LOOP
        EXECUTE format('DROP FUNCTION %s CASCADE', fn.name);
      END LOOP; END $$`);
    for (const name of FUNCTIONS) await db.query(`DROP FUNCTION platform.${name}`);
    await db.query(`DROP TABLE platform.activity`);
  }
}
