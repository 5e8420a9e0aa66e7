import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the user of a key is owed the mail that it will expire. */
export class OweKeyReminders1795000109000 implements MigrationInterface {
  readonly name = 'OweKeyReminders1795000109000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.api_keys ADD COLUMN reminder_due_at timestamptz`);
    await db.query(`UPDATE identity.api_keys SET reminder_due_at = expires_at - interval '14 days'
      WHERE revoked_at IS NULL AND replaced_by_id IS NULL AND expires_at > now()
        AND expires_at - interval '14 days' > created_at`);
    // Small, and untouched by the note of a use: only keys that still owe a reminder are in it.
    await db.query(`CREATE INDEX api_keys_reminder_due ON identity.api_keys (reminder_due_at)
      WHERE reminder_due_at IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.api_keys DROP COLUMN reminder_due_at`);
  }
}
