import { alter, APP_ROLE, partitionByMonth, unpartition } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DELETE_EXPIRED_OF_ACCOUNT, deleteExpiredOf } from './key-by-account';

const TABLES = [
  { table: 'cdr.cdrs', key: 'id', prefix: 'cdr', former: ['cdrs_by_id'] },
  { table: 'cdr.call_margins', key: 'cdr_id', prefix: 'cdr' },
] as const;

/** Of the rows from before, which are in the partition without a lower bound. Later months are dropped as a whole. */
const DELETE_EXPIRED_BEFORE_MONTHS = deleteExpiredOf(
  `until CONSTANT text := (
    SELECT to_id FROM platform.monthly_partitions() WHERE table_name = 'cdr.cdrs' AND from_id IS NULL);`,
  'id < until AND',
);

/**
 * Drops the oldest partition of CDRs or margins in which all rows are past their retention, and returns how many they were; null if
 * there is none, or while its lock is not to be had.
 */
export const DROP_EXPIRED_MONTH = `CREATE OR REPLACE FUNCTION cdr.drop_expired_month(kept_from timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  -- The minimum of CDR_RETENTION_DAYS: younger CDRs stay, whatever the caller asks for.
  oldest CONSTANT timestamptz := least(kept_from, now() - interval '31 days');
  month record;
  is_kept boolean;
  dropped bigint;
BEGIN
  FOR month IN SELECT * FROM platform.monthly_partitions()
    WHERE table_name IN (${TABLES.map(({ table }) => `'${table}'`).join(', ')}) AND platform.id_time(to_id) <= oldest
    ORDER BY to_id
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE created_at >= $1)', month.partition) INTO is_kept USING oldest;
    CONTINUE WHEN is_kept;
    EXECUTE format('SELECT count(*) FROM %s', month.partition) INTO dropped;
    IF month.table_name = 'cdr.cdrs' THEN
      DELETE FROM cdr.estimated_legs WHERE created_at < oldest AND cdr_id < month.to_id;
    END IF;
    IF platform.drop_partition(month.table_name::regclass, month.partition::regclass) THEN RETURN dropped; END IF;
    -- Whoever reads it keeps the others too, and the rows of the first partition must not wait for that.
    RAISE WARNING 'The partition % is past its retention and was not dropped: its table is locked.', month.partition;
    RETURN null;
  END LOOP;
  RETURN null;
END $$`;

/**
 * Partitions CDRs and their margins by month, and lets the application drop months past their retention. See
 * docs/decisions/0033-months-are-ranges-of-ids.md.
 */
export class PartitionCdrs1795021200002 implements MigrationInterface {
  readonly name = 'PartitionCdrs1795021200002';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES) await partitionByMonth(db, table);
    await alter(
      db,
      DELETE_EXPIRED_BEFORE_MONTHS,
      DROP_EXPIRED_MONTH,
      `REVOKE ALL ON FUNCTION cdr.drop_expired_month FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION cdr.drop_expired_month TO ${APP_ROLE}`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await alter(db, `DROP FUNCTION cdr.drop_expired_month`, DELETE_EXPIRED_OF_ACCOUNT);
    for (const { table } of TABLES) await unpartition(db, table);
  }
}
