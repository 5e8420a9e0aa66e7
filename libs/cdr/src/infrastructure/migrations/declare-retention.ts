import { alter, APP_ROLE, declareMonthRetention, forgetMonthRetention } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DROP_EXPIRED_MONTH } from './partition-cdrs';

const TABLES = ['cdr.cdrs', 'cdr.call_margins'] as const;
/** The minimum of CDR_RETENTION_DAYS. */
const DAYS = 31;

/** For processes of the previous version, beside those of this one. */
const FORMER = `CREATE OR REPLACE FUNCTION cdr.drop_expired_month(kept_from timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  SELECT coalesce(${TABLES.map((table) => `platform.drop_expired_month('${table}', kept_from)`).join(', ')})
$$`;

/** Rights that roles of operators have on the rows from before partitioning, and lost on the table of all months. */
const RESTORE_RIGHTS = TABLES.map(
  (table) => `DO $$ BEGIN
    IF to_regclass('${table}_before') IS NOT NULL THEN PERFORM platform.copy_rights('${table}_before', '${table}'); END IF;
  END $$`,
);

/** Drops months of CDRs and margins as those of all tables are dropped. See docs/operations.md#partitions. */
export class DeclareRetention1795021600001 implements MigrationInterface {
  readonly name = 'DeclareRetention1795021600001';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    const [cdrs, margins] = TABLES;
    await declareMonthRetention(db, { table: margins, days: DAYS });
    const before = `DELETE FROM cdr.estimated_legs WHERE created_at < $1 AND cdr_id < $2`;
    await declareMonthRetention(db, { table: cdrs, days: DAYS, before });
    await alter(db, FORMER, ...RESTORE_RIGHTS);
  }

  async down(db: QueryRunner): Promise<void> {
    await alter(db, DROP_EXPIRED_MONTH, `GRANT EXECUTE ON FUNCTION cdr.drop_expired_month TO ${APP_ROLE}`);
    for (const table of TABLES) await forgetMonthRetention(db, table);
  }
}
