import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the filters of the audit trail, which is read newest first. */
export class IndexAuditTrail1795000801000 implements MigrationInterface {
  readonly name = 'IndexAuditTrail1795000801000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX platform.audit_trail_account`);
    await db.query(`CREATE INDEX audit_trail_at ON platform.audit_trail (at, id)`);
    await db.query(`CREATE INDEX audit_trail_actor ON platform.audit_trail (actor, at, id)`);
    await db.query(`CREATE INDEX audit_trail_action ON platform.audit_trail (action, at, id)`);
    await db.query(`CREATE INDEX audit_trail_subject ON platform.audit_trail (subject, at, id)`);
    await db.query(`CREATE INDEX audit_trail_account ON platform.audit_trail (account_id, at, id)
      WHERE account_id IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of ['account', 'subject', 'action', 'actor', 'at']) {
      await db.query(`DROP INDEX platform.audit_trail_${name}`);
    }
    await db.query(`CREATE INDEX audit_trail_account ON platform.audit_trail (account_id, id)`);
  }
}
