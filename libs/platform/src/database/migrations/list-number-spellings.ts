import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers that are stored in another spelling than the canonical one. See docs/operations.md#number-spellings. */
export class ListNumberSpellings1795004000000 implements MigrationInterface {
  readonly name = 'ListNumberSpellings1795004000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE platform.number_spellings (
      id text PRIMARY KEY,
      account_id text,
      subject text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      canonical text,
      found_at timestamptz NOT NULL,
      CONSTRAINT number_spellings_value UNIQUE (subject, field, value))`);
    await db.query(`CREATE INDEX number_spellings_found ON platform.number_spellings (found_at, id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.number_spellings`);
  }
}
