import { alter, backfillByKey } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the mailbox alone began a session, and set a password. A session that says nothing, of the version before, counts
 * as begun by the mailbox: its user asks for no code by mail until the next sign-in.
 */
export class TellChannelsApart1795000112000 implements MigrationInterface {
  readonly name = 'TellChannelsApart1795000112000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await alter(
      db,
      `ALTER TABLE identity.sessions ADD COLUMN IF NOT EXISTS is_by_mailbox boolean NOT NULL DEFAULT true`,
      `ALTER TABLE identity.users ADD COLUMN IF NOT EXISTS is_password_from_mail boolean NOT NULL DEFAULT false`,
    );
    // How a password was set is not known of the past: those that no sign-in was completed with may be from a mail.
    await backfillByKey(db, {
      step: 'passwords from mails',
      table: 'identity.users',
      key: 'id',
      statement: `UPDATE identity.users u SET is_password_from_mail = true
        WHERE u.id > $1 AND u.id <= $2 AND u.mfa_method = 'email_otp' AND u.password_hash IS NOT NULL AND NOT EXISTS (
          SELECT FROM identity.login_events e
          WHERE e.user_id = u.id AND e.method = 'password' AND e.outcome IN ('success', 'suspicious')
            AND e.at >= u.password_changed_at)`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.users DROP COLUMN is_password_from_mail`);
    await db.query(`ALTER TABLE identity.sessions DROP COLUMN is_by_mailbox`);
  }
}
