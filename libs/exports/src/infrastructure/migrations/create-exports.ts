import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'cdrs', 'numbers', 'messages', 'transactions', 'usage', 'invoice_lines', 'events'`;

const INDEXES = {
  exports_page: '(account_id, created_at, id)',
  exports_open: `(account_id, created_at) WHERE status IN ('pending', 'running')`,
  exports_waiting: `(created_at) WHERE status IN ('pending', 'running')`,
  exports_expiring: `(expires_at) WHERE status = 'completed'`,
  exports_ended: `(created_at) WHERE status IN ('failed', 'expired')`,
  exports_callbacks: '(callback_due_at) WHERE callback_due_at IS NOT NULL',
};

/** Exports of records into files. */
export class CreateExports1795021221000 implements MigrationInterface {
  readonly name = 'CreateExports1795021221000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'exports');
    await db.query(`CREATE TABLE exports.exports (
      id text PRIMARY KEY,
      account_id text NOT NULL,
      kind text NOT NULL CONSTRAINT exports_kind CHECK (kind IN (${KINDS})),
      status text NOT NULL
        CONSTRAINT exports_status CHECK (status IN ('pending', 'running', 'completed', 'failed', 'expired')),
      format text NOT NULL CONSTRAINT exports_format CHECK (format IN ('csv', 'ndjson')),
      fields text[] NOT NULL,
      timezone text NOT NULL,
      filters jsonb NOT NULL,
      query jsonb NOT NULL,
      row_count bigint,
      size_bytes bigint,
      sha256 text,
      error_code text,
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      completed_at timestamptz,
      expires_at timestamptz,
      attempts integer NOT NULL,
      leased_until timestamptz,
      callback_url text,
      callback_secret_sealed text,
      callback_attempts integer NOT NULL,
      callback_started_at timestamptz,
      callback_due_at timestamptz,
      CONSTRAINT exports_file CHECK ((status IN ('completed', 'expired')) = (sha256 IS NOT NULL)
        AND (sha256 IS NULL) = (expires_at IS NULL) AND (sha256 IS NULL) = (row_count IS NULL)
        AND (sha256 IS NULL) = (size_bytes IS NULL)),
      CONSTRAINT exports_failed CHECK ((status = 'failed') = (error_code IS NOT NULL)),
      CONSTRAINT exports_ended CHECK ((status IN ('pending', 'running')) = (completed_at IS NULL)),
      CONSTRAINT exports_callback CHECK ((callback_url IS NULL) = (callback_secret_sealed IS NULL)))`);
    for (const [name, columns] of Object.entries(INDEXES))
      await db.query(`CREATE INDEX ${name} ON exports.exports ${columns}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA exports CASCADE`);
  }
}
