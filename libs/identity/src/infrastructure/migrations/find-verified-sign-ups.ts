import { createIndex } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which recent sign-ups have proved their address: by the hash that is kept of one. See VERIFIED_EMAIL_HASH. */
export class FindVerifiedSignUps1795000114000 implements MigrationInterface {
  readonly name = 'FindVerifiedSignUps1795000114000';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // The cast reads backslashes as escapes, so each is doubled.
    await createIndex(db, {
      table: 'identity.users',
      name: 'users_verified_email_hash',
      definition: `(sha256(replace(email, '\\', '\\\\')::bytea)) WHERE email_verified_at IS NOT NULL`,
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX identity.users_verified_email_hash`);
  }
}
