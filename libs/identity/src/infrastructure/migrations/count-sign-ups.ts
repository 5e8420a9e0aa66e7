import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups of the last day, by what fraud screening counts them. Holds hashes of email addresses, no addresses. */
export class CountSignUps1795000104001 implements MigrationInterface {
  readonly name = 'CountSignUps1795000104001';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.recent_sign_ups (
      email_hash bytea NOT NULL,
      network text NOT NULL,
      domain text,
      at timestamptz NOT NULL,
      PRIMARY KEY (email_hash, network))`);
    await db.query(`CREATE INDEX recent_sign_ups_network ON identity.recent_sign_ups (network, at)`);
    await db.query(`CREATE INDEX recent_sign_ups_domain ON identity.recent_sign_ups (domain, at)
      WHERE domain IS NOT NULL`);
    await db.query(`CREATE INDEX recent_sign_ups_at ON identity.recent_sign_ups (at)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.recent_sign_ups`);
  }
}
