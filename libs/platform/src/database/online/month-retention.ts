import type { QueryRunner } from 'typeorm';
import { APP_ROLE } from '../roles/app-role';
import { inTransaction } from './locks';

/** When the application may drop months of a table. See docs/operations.md#partitions. */
export interface MonthRetention {
  /** With its schema. It is partitioned by `partitionByMonth`. */
  readonly table: string;
  /** Rows of so many days by the database's clock stay, whatever the application asks for. */
  readonly days: number;
  /** SQL: the rows of a month that keep it, with qualified names. `$1` is the end of the retention. Default: those created since. */
  readonly keeping?: string;
  /** SQL: a statement that precedes the drop, in its transaction. `$1` is the end of the retention, `$2` the bound of the month. */
  readonly before?: string | null;
}

/** Months that are past their retention and stay because their last drop did not get the lock of the table. */
const UNDROPPED = `CREATE TABLE IF NOT EXISTS platform.undropped_months (
  partition text PRIMARY KEY,
  table_name text NOT NULL,
  since timestamptz NOT NULL)`;

/**
 * Drops the oldest month of a table of which no row is kept any more, and returns how many rows it had; null without such a month,
 * while another process drops months of the table, and while other statements hold its lock. Only the tables of
 * `platform.month_retentions`, which only the owner may replace.
 */
const DROP_EXPIRED_MONTH = `CREATE OR REPLACE FUNCTION platform.drop_expired_month(monthly text, kept_from timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  declared record;
  oldest timestamptz;
  month record;
  is_kept boolean;
  dropped bigint;
BEGIN
  SELECT * INTO declared FROM platform.month_retentions() AS r WHERE r.table_name = monthly;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The retention of % is not declared, so its months are not dropped.', monthly
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Another worker drops months of this table, or waits up to a minute for its lock. Behind it, this one would keep a connection for
  -- as long and find nothing left to drop.
  IF NOT pg_try_advisory_xact_lock(hashtext('platform.drop_expired_month'), hashtext(monthly)) THEN RETURN null; END IF;
  oldest := least(kept_from, now() - declared.days * interval '1 day');
  -- Months that were dropped by hand, or that a longer retention keeps.
  DELETE FROM platform.undropped_months AS u WHERE u.table_name = monthly AND NOT EXISTS (
    SELECT FROM platform.monthly_partitions() AS p WHERE p.partition = u.partition AND platform.id_time(p.to_id) <= oldest);
  FOR month IN SELECT * FROM platform.monthly_partitions() AS p
    WHERE p.table_name = monthly AND platform.id_time(p.to_id) <= oldest ORDER BY p.to_id
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %s)', month.partition, declared.keeping) INTO is_kept USING oldest;
    IF is_kept THEN
      DELETE FROM platform.undropped_months AS u WHERE u.partition = month.partition;
      CONTINUE;
    END IF;
    EXECUTE format('SELECT count(*) FROM %s', month.partition) INTO dropped;
    IF declared.before IS NOT NULL THEN EXECUTE declared.before USING oldest, month.to_id; END IF;
    IF platform.drop_partition(month.table_name::regclass, month.partition::regclass) THEN
      DELETE FROM platform.undropped_months AS u WHERE u.partition = month.partition;
      RETURN dropped;
    END IF;
    -- What holds the lock keeps the other months too.
    INSERT INTO platform.undropped_months VALUES (month.partition, monthly, now()) ON CONFLICT DO NOTHING;
    RETURN null;
  END LOOP;
  RETURN null;
END $$`;

const DECLARED = `SELECT table_name AS "table", days, keeping, before FROM platform.month_retentions() WHERE table_name <> $1`;

/**
 * Creates what drops months, without tables of which any may be dropped. Also called by migrations that were written before the one
 * that does it.
 */
export async function provideMonthRetention(db: QueryRunner): Promise<void> {
  await db.query(UNDROPPED);
  await replaceRetentions(db, await otherRetentions(db, ''));
  await db.query(DROP_EXPIRED_MONTH);
  await closeToOthers(db, 'drop_expired_month');
}

/** Reverts `provideMonthRetention`, for development. */
export async function removeMonthRetention(db: QueryRunner): Promise<void> {
  await db.query('DROP FUNCTION platform.drop_expired_month');
  await db.query('DROP FUNCTION platform.month_retentions');
  await db.query('DROP TABLE platform.undropped_months');
}

/**
 * Lets the application drop the months of a table past their retention, with `platform.drop_expired_month`. What it may drop is the
 * text of a function, so that only the owner changes it.
 */
export function declareMonthRetention(db: QueryRunner, retention: MonthRetention): Promise<void> {
  return inTransaction(db, async () => {
    await provideMonthRetention(db);
    await replaceRetentions(db, [...(await otherRetentions(db, retention.table)), retention]);
  });
}

/** Reverts `declareMonthRetention`, for development. */
export async function forgetMonthRetention(db: QueryRunner, table: string): Promise<void> {
  await replaceRetentions(db, await otherRetentions(db, table));
}

async function otherRetentions(db: QueryRunner, table: string): Promise<MonthRetention[]> {
  const [row] = (await db.query(`SELECT to_regproc('platform.month_retentions') IS NOT NULL AS exists`)) as {
    exists: boolean;
  }[];
  return row?.exists ? ((await db.query(DECLARED, [table])) as MonthRetention[]) : [];
}

async function replaceRetentions(db: QueryRunner, retentions: readonly MonthRetention[]): Promise<void> {
  const rows = retentions.map(({ table, days, keeping = 'created_at >= $1', before = null }) => {
    const texts = [table, keeping].map(literal);
    return `(${texts[0]}, ${String(days)}, ${texts[1]}, ${before === null ? 'NULL' : literal(before)})`;
  });
  const none = '(NULL, 0, NULL, NULL)';
  await db.query(
    `CREATE OR REPLACE FUNCTION platform.month_retentions(
       OUT table_name text, OUT days integer, OUT keeping text, OUT before text) RETURNS SETOF record
     LANGUAGE sql STABLE SET search_path = '' AS $retentions$
       SELECT * FROM (VALUES ${rows.join(', ') || none}) AS r (table_name, days, keeping, before) WHERE r.table_name IS NOT NULL
     $retentions$`,
  );
  await closeToOthers(db, 'month_retentions');
}

async function closeToOthers(db: QueryRunner, name: string): Promise<void> {
  await db.query(`REVOKE ALL ON FUNCTION platform.${name} FROM PUBLIC`);
  await db.query(`GRANT EXECUTE ON FUNCTION platform.${name} TO ${APP_ROLE}`);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
