import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session in which a grant was given. Null for a grant from before. See docs/oauth.md#grants. */
export class NoteSessionOfGrants1795000901100 implements MigrationInterface {
  readonly name = 'NoteSessionOfGrants1795000901100';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.oauth_grants ADD COLUMN session_id text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.oauth_grants DROP COLUMN session_id`);
  }
}
