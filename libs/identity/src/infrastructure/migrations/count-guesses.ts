import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts with unknown addresses, so that they lock like known ones. Stores keyed digests, no addresses. */
export class CountGuesses1795000110000 implements MigrationInterface {
  readonly name = 'CountGuesses1795000110000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.guessed_addresses (
      address_digest bytea NOT NULL,
      at timestamptz NOT NULL)`);
    await db.query(`CREATE INDEX guessed_addresses_latest ON identity.guessed_addresses (address_digest, at)`);
    await db.query(`CREATE INDEX guessed_addresses_at ON identity.guessed_addresses (at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.guessed_addresses`);
  }
}
