import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations to accounts, and the order in which members are listed. */
export class CreateInvitations1795000105000 implements MigrationInterface {
  readonly name = 'CreateInvitations1795000105000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`CREATE TABLE identity.invitations (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      email text NOT NULL CONSTRAINT invitations_email_lower_case CHECK (email !~ '[A-Z]'),
      role text NOT NULL CONSTRAINT invitations_role CHECK (role IN ('admin', 'billing', 'member', 'read_only')),
      token_hash bytea NOT NULL,
      invited_by_id text NOT NULL,
      operation_id text NOT NULL,
      expires_at timestamptz NOT NULL,
      accepted_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT invitations_one_end CHECK (accepted_at IS NULL OR revoked_at IS NULL))`);
    await db.query(`CREATE UNIQUE INDEX invitations_token_hash ON identity.invitations (token_hash)`);
    await db.query(`CREATE UNIQUE INDEX invitations_operation ON identity.invitations (account_id, operation_id)`);
    await db.query(`CREATE INDEX invitations_account ON identity.invitations (account_id, created_at, id)`);
    await db.query(`CREATE INDEX invitations_expires_at ON identity.invitations (expires_at)`);
    await db.query(`CREATE UNIQUE INDEX invitations_open ON identity.invitations (account_id, email)
      WHERE accepted_at IS NULL AND revoked_at IS NULL`);
    await db.query(`CREATE INDEX memberships_joined ON identity.memberships (account_id, joined_at, user_id)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX identity.memberships_joined`);
    await db.query(`DROP TABLE identity.invitations`);
  }
}
