import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone of the browser, which becomes that of an account that a sign-in at a provider opens. */
export class KeepZonesOfSignUps1795030345000 implements MigrationInterface {
  readonly name = 'KeepZonesOfSignUps1795030345000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.provider_attempts ADD COLUMN timezone text`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE identity.provider_attempts DROP COLUMN timezone`);
  }
}
