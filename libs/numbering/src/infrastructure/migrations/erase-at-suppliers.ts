import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What suppliers must delete of erased end users. Holds no personal data. */
export class EraseAtSuppliers1795000315000 implements MigrationInterface {
  readonly name = 'EraseAtSuppliers1795000315000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE numbering.supplier_erasures (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      bundle_id text NOT NULL,
      supplier text NOT NULL,
      status text NOT NULL CONSTRAINT supplier_erasures_status CHECK (status IN ('open', 'erased', 'failed')),
      failed_attempts integer NOT NULL,
      last_error text,
      check_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT supplier_erasures_bundle UNIQUE (bundle_id, supplier),
      CONSTRAINT supplier_erasures_open CHECK ((status = 'open') = (check_at IS NOT NULL)))`);
    await db.query(
      `CREATE INDEX supplier_erasures_due ON numbering.supplier_erasures (check_at, id) WHERE check_at IS NOT NULL`,
    );
    await db.query(`CREATE INDEX supplier_erasures_created_at ON numbering.supplier_erasures (status, created_at, id)`);
    await db.query(`CREATE INDEX supplier_refs_parts ON numbering.supplier_refs USING gin (string_to_array(key, '/'))`);
    await db.query(`CREATE INDEX registrations_account ON numbering.registrations (account_id, bundle_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.registrations_account, numbering.supplier_refs_parts`);
    await db.query(`DROP TABLE numbering.supplier_erasures`);
  }
}
