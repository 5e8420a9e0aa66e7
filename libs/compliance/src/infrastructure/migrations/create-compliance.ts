import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCompliance1795000600000 implements MigrationInterface {
  readonly name = 'CreateCompliance1795000600000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'compliance');
    await createDataKeys(db);
    await createEndUsers(db);
    await createDocuments(db);
    await createBundles(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA compliance CASCADE`);
  }
}

/** One key per account, wrapped by a master key. Without it, what it sealed cannot be recovered. */
async function createDataKeys(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE compliance.data_keys (
    account_id text PRIMARY KEY,
    wrapped_key text,
    created_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT data_keys_erased CHECK ((wrapped_key IS NULL) = (erased_at IS NOT NULL)))`);
}

/** All personal data is in `sealed`; the other columns are for filters. */
async function createEndUsers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE compliance.end_users (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    kind text NOT NULL CONSTRAINT end_users_kind CHECK (kind IN ('person', 'business')),
    country text NOT NULL,
    sealed text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    erased_at timestamptz,
    CONSTRAINT end_users_erased CHECK ((sealed IS NULL) = (erased_at IS NOT NULL)))`);
  await db.query(`CREATE INDEX end_users_created_at ON compliance.end_users (account_id, created_at, id)`);
}

async function createDocuments(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE compliance.documents (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    end_user_id text REFERENCES compliance.end_users (id),
    doc_type text NOT NULL CONSTRAINT documents_doc_type CHECK (doc_type IN ('passport', 'drivers_license',
      'national_id', 'utility_bill', 'bank_statement', 'tax_certificate', 'business_registration', 'vat_certificate',
      'other')),
    content_type text NOT NULL CONSTRAINT documents_content_type
      CHECK (content_type IN ('application/pdf', 'image/jpeg', 'image/png')),
    size_bytes integer NOT NULL CONSTRAINT documents_size CHECK (size_bytes BETWEEN 1 AND 2097152),
    sealed text NOT NULL,
    content_sealed text NOT NULL,
    issued_at date,
    expires_at date,
    created_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX documents_created_at ON compliance.documents (account_id, created_at, id)`);
  await db.query(`CREATE INDEX documents_end_user_id ON compliance.documents (end_user_id)`);
}

async function createBundles(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE compliance.bundles (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    name text NOT NULL,
    end_user_id text NOT NULL REFERENCES compliance.end_users (id),
    country text NOT NULL,
    number_type text CONSTRAINT bundles_number_type
      CHECK (number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')),
    status text NOT NULL CONSTRAINT bundles_status CHECK (status IN ('draft', 'submitted', 'approved', 'rejected')),
    review_notes text,
    rejection_codes text[] NOT NULL,
    valid_until timestamptz,
    submitted_at timestamptz,
    approved_at timestamptz,
    rejected_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT bundles_approved CHECK (status <> 'approved' OR approved_at IS NOT NULL),
    CONSTRAINT bundles_rejected CHECK (status <> 'rejected' OR rejected_at IS NOT NULL))`);
  await db.query(`CREATE INDEX bundles_created_at ON compliance.bundles (account_id, created_at, id)`);
  await db.query(`CREATE INDEX bundles_end_user_id ON compliance.bundles (end_user_id)`);
  await db.query(`CREATE INDEX bundles_submitted ON compliance.bundles (submitted_at) WHERE status = 'submitted'`);
  await db.query(`CREATE TABLE compliance.bundle_documents (
    bundle_id text NOT NULL REFERENCES compliance.bundles (id) ON DELETE CASCADE,
    document_id text NOT NULL REFERENCES compliance.documents (id),
    PRIMARY KEY (bundle_id, document_id))`);
  await db.query(`CREATE INDEX bundle_documents_document_id ON compliance.bundle_documents (document_id)`);
}
