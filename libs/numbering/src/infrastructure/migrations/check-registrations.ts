import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Registrations are checked daily. Those of today are spread over the first day. */
export class CheckRegistrations1795000316000 implements MigrationInterface {
  readonly name = 'CheckRegistrations1795000316000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE numbering.registrations
      ADD COLUMN revocation_reported_at timestamptz,
      DROP CONSTRAINT registrations_status,
      ADD CONSTRAINT registrations_status
        CHECK (status IN ('open', 'registered', 'rejected', 'failed', 'withdrawn', 'revoked')),
      DROP CONSTRAINT registrations_open,
      ADD CONSTRAINT registrations_check_at CHECK (CASE status WHEN 'open' THEN check_at IS NOT NULL
        WHEN 'registered' THEN true ELSE check_at IS NULL END)`);
    await db.query(`UPDATE numbering.registrations SET check_at = now() + random() * interval '1 day'
      WHERE status = 'registered'`);
    await db.query(`DROP INDEX numbering.registrations_due`);
    await db.query(
      `CREATE INDEX registrations_due ON numbering.registrations (status, check_at, id) WHERE check_at IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX numbering.registrations_due`);
    await db.query(`UPDATE numbering.registrations SET check_at = NULL WHERE status = 'registered'`);
    await db.query(`UPDATE numbering.registrations SET status = 'rejected' WHERE status = 'revoked'`);
    await db.query(`ALTER TABLE numbering.registrations
      DROP COLUMN revocation_reported_at,
      DROP CONSTRAINT registrations_status,
      ADD CONSTRAINT registrations_status
        CHECK (status IN ('open', 'registered', 'rejected', 'failed', 'withdrawn')),
      DROP CONSTRAINT registrations_check_at,
      ADD CONSTRAINT registrations_open CHECK ((status = 'open') = (check_at IS NOT NULL))`);
    await db.query(
      `CREATE INDEX registrations_due ON numbering.registrations (check_at, id) WHERE check_at IS NOT NULL`,
    );
  }
}
