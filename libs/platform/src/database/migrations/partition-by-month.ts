import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** `earliestId` of the kernel. */
const EARLIEST_ID = `CREATE OR REPLACE FUNCTION platform.earliest_id(prefix text, at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT prefix || '_' || string_agg(substr('${DIGITS}',
    ((extract(epoch FROM at) * 1000)::bigint / (36 ^ place)::bigint % 36)::integer + 1, 1), '' ORDER BY place DESC)
  FROM generate_series(0, 8) AS place
$$`;

/** When an id was created. */
const ID_TIME = `CREATE OR REPLACE FUNCTION platform.id_time(id text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT to_timestamp(sum((strpos('${DIGITS}', digit) - 1) * (36 ^ (9 - place))::bigint) / 1000)
  FROM regexp_split_to_table(substr(split_part(id, '_', 2), 1, 9), '') WITH ORDINALITY AS digits (digit, place)
$$`;

/** The beginning of a month in UTC, some months after that of a time. */
const MONTH = `CREATE OR REPLACE FUNCTION platform.month_of(at timestamptz, later integer) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT (date_trunc('month', at AT TIME ZONE 'UTC') + later * interval '1 month') AT TIME ZONE 'UTC'
$$`;

/** The partitions of tables that are partitioned by ranges of ids. The first one of a table has no lower bound. */
const PARTITIONS = `CREATE OR REPLACE FUNCTION platform.monthly_partitions(
  OUT table_name text, OUT partition text, OUT from_id text, OUT to_id text) RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT parent.oid::regclass::text, part.oid::regclass::text, substring(bound FROM $re$FROM \\('([^']+)'\\)$re$),
    substring(bound FROM $re$TO \\('([^']+)'\\)$re$)
  FROM pg_catalog.pg_partitioned_table AS t JOIN pg_catalog.pg_class AS parent ON parent.oid = t.partrelid
    JOIN pg_catalog.pg_inherits AS i ON i.inhparent = parent.oid JOIN pg_catalog.pg_class AS part ON part.oid = i.inhrelid,
    LATERAL (SELECT pg_catalog.pg_get_expr(part.relpartbound, part.oid) AS bound) AS b
  WHERE bound ~ $re$TO \\('[a-z]+_[0-9a-z]{9}'\\)$re$ AND NOT i.inhdetachpending
$$`;

/** Gives a table the rights that the application's role has on another one, and no others. Runs as its caller. */
const COPY_RIGHTS = `CREATE OR REPLACE FUNCTION platform.copy_rights(source regclass, target regclass) RETURNS void
LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  held text;
BEGIN
  EXECUTE format('REVOKE ALL ON %s FROM ${APP_ROLE}', target);
  SELECT string_agg(a.privilege_type, ', ') INTO held
  FROM pg_catalog.pg_class AS c, LATERAL aclexplode(c.relacl) AS a
  WHERE c.oid = source AND a.grantee = '${APP_ROLE}'::regrole;
  IF held IS NOT NULL THEN EXECUTE format('GRANT %s ON %s TO ${APP_ROLE}', held, target); END IF;
END $$`;

/**
 * Adds partitions up to the month that is `ahead` months from now, and returns their number. Attaching blocks neither readers
 * nor writers. Indexes and statistics are those of the table, storage parameters those of the partition before.
 */
const ADD_MONTHS = `CREATE OR REPLACE FUNCTION platform.add_months(ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' SET lock_timeout = '10s' AS $$
DECLARE
  monthly record;
  before record;
  until text;
  added text;
  former integer;
  options text;
  count integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('platform.add_months'));
  FOR monthly IN SELECT DISTINCT table_name FROM platform.monthly_partitions() LOOP
    former := count;
    LOOP
      SELECT partition, to_id INTO before FROM platform.monthly_partitions()
      WHERE table_name = monthly.table_name ORDER BY to_id DESC LIMIT 1;
      EXIT WHEN platform.id_time(before.to_id) > platform.month_of(now(), least(ahead, 12));
      until := platform.earliest_id(split_part(before.to_id, '_', 1), platform.month_of(platform.id_time(before.to_id), 1));
      added := monthly.table_name || to_char(platform.id_time(before.to_id) AT TIME ZONE 'UTC', '_YYYY_MM');
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', added, monthly.table_name);
      SELECT array_to_string(reloptions, ', ') INTO options FROM pg_catalog.pg_class WHERE oid = before.partition::regclass;
      IF options IS NOT NULL THEN EXECUTE format('ALTER TABLE %s SET (%s)', added, options); END IF;
      PERFORM platform.copy_rights(monthly.table_name::regclass, added::regclass);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', monthly.table_name, added,
        before.to_id, until);
      count := count + 1;
    END LOOP;
    -- Autovacuum analyzes the partitions alone.
    IF count > former THEN EXECUTE format('ANALYZE %s', monthly.table_name); END IF;
  END LOOP;
  RETURN count;
END $$`;

/**
 * Drops a partition, with a lock that is awaited for 100 ms and then again each second for a minute, so that statements behind it
 * hardly wait. Returns false if it did not get the lock. Runs as its caller, which must be a function of the owner.
 */
const DROP_PARTITION = `CREATE OR REPLACE FUNCTION platform.drop_partition(parent regclass, partition regclass) RETURNS boolean
LANGUAGE plpgsql SET search_path = '' SET lock_timeout = '100ms' AS $$
BEGIN
  FOR attempt IN 1..60 LOOP
    BEGIN
      -- Without ONLY, the locks of all other partitions would be awaited too.
      EXECUTE format('LOCK TABLE ONLY %s, ONLY %s IN ACCESS EXCLUSIVE MODE', parent, partition);
      EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', parent, partition);
      EXECUTE format('DROP TABLE %s', partition);
      RETURN true;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(1);
    END;
  END LOOP;
  RETURN false;
END $$`;

const FUNCTIONS = [EARLIEST_ID, ID_TIME, MONTH, PARTITIONS, COPY_RIGHTS, ADD_MONTHS, DROP_PARTITION];
const NAMES = [
  'drop_partition(regclass, regclass)',
  'add_months(integer)',
  'copy_rights(regclass, regclass)',
  'monthly_partitions()',
  'month_of(timestamptz, integer)',
  'id_time(text)',
  'earliest_id(text, timestamptz)',
];

/** Adds the functions of tables whose months are ranges of ids. See docs/decisions/0033-months-are-ranges-of-ids.md. */
export class PartitionByMonth1795021200001 implements MigrationInterface {
  readonly name = 'PartitionByMonth1795021200001';

  async up(db: QueryRunner): Promise<void> {
    for (const statement of FUNCTIONS) await db.query(statement);
    for (const name of NAMES) {
      await db.query(`REVOKE ALL ON FUNCTION platform.${name} FROM PUBLIC`);
      await db.query(`GRANT EXECUTE ON FUNCTION platform.${name} TO ${APP_ROLE}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of NAMES) await db.query(`DROP FUNCTION platform.${name}`);
  }
}
