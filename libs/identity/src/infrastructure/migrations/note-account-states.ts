import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why and since when an account is suspended, and when it was closed. */
export class NoteAccountStates1795000101000 implements MigrationInterface {
  readonly name = 'NoteAccountStates1795000101000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.accounts
      ADD COLUMN suspended_at timestamptz,
      ADD COLUMN suspension_reason text,
      ADD COLUMN closed_at timestamptz,
      ADD CONSTRAINT accounts_suspended CHECK (status <> 'suspended' OR suspended_at IS NOT NULL),
      ADD CONSTRAINT accounts_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL))`);
    await db.query(`CREATE INDEX accounts_closure_due ON identity.accounts (closure_grace_ends_at, id)
      WHERE status = 'pending_closure'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX identity.accounts_closure_due`);
    await db.query(`ALTER TABLE identity.accounts
      DROP COLUMN suspended_at, DROP COLUMN suspension_reason, DROP COLUMN closed_at`);
  }
}
