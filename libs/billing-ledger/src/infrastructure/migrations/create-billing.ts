import { APP_ROLE, createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBilling1795000200000 implements MigrationInterface {
  readonly name = 'CreateBilling1795000200000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'billing');
    await createWallets(db);
    await createTransactions(db);
    await createHolds(db);
    await createPostings(db);
    await createPaymentMethods(db);
    await createTopups(db);
    await createSandboxProcessor(db);
    // The journal is append-only: a mistake is corrected by another entry.
    await db.query(`REVOKE UPDATE, DELETE, TRUNCATE ON billing.transactions, billing.postings FROM ${APP_ROLE}`);
    await db.query(`REVOKE DELETE, TRUNCATE ON billing.wallets, billing.holds, billing.topups FROM ${APP_ROLE}`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA billing CASCADE`);
  }
}

/** Half-empty pages allow HOT updates: a wallet changes with every call, in columns without an index. */
async function createWallets(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.wallets (
    account_id text PRIMARY KEY,
    billing_mode text NOT NULL CONSTRAINT wallets_billing_mode CHECK (billing_mode IN ('prepaid', 'postpaid')),
    currency text NOT NULL,
    balance_cents bigint NOT NULL DEFAULT 0,
    held_cents bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_held CHECK (held_cents >= 0),
    credit_limit_cents bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_credit_limit CHECK (credit_limit_cents >= 0),
    version bigint NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL) WITH (fillfactor = 50)`);
}

async function createTransactions(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.transactions (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    kind text NOT NULL CONSTRAINT transactions_kind
      CHECK (kind IN ('topup', 'charge', 'refund', 'trial_credit', 'adjustment', 'chargeback')),
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    description text NOT NULL,
    related_kind text,
    related_id text,
    processor_payment_intent_id text,
    reference text NOT NULL,
    balance_after_cents bigint NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT transactions_reference UNIQUE (account_id, reference),
    CONSTRAINT transactions_sign CHECK (CASE
      WHEN kind IN ('charge', 'chargeback') THEN amount_cents < 0
      WHEN kind IN ('topup', 'trial_credit') THEN amount_cents > 0
      ELSE amount_cents <> 0 END))`);
  // The amount is part of the key so that a filter on it needs no access to the table.
  await db.query(
    `CREATE INDEX transactions_page ON billing.transactions (account_id, created_at, id, amount_cents, kind)`,
  );
  // Nearly all rows are charges, which the index above serves. This one serves the others.
  await db.query(
    `CREATE INDEX transactions_not_charges ON billing.transactions (account_id, kind, created_at, id) WHERE kind <> 'charge'`,
  );
  await db.query(`CREATE INDEX transactions_related ON billing.transactions (account_id, related_kind, related_id)`);
  await db.query(
    `CREATE UNIQUE INDEX transactions_topup_intent ON billing.transactions (processor_payment_intent_id)
      WHERE kind = 'topup'`,
  );
}

async function createHolds(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.holds (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    status text NOT NULL CONSTRAINT holds_status CHECK (status IN ('open', 'closed')),
    amount_cents bigint NOT NULL CONSTRAINT holds_amount CHECK (amount_cents > 0),
    captured_cents bigint NOT NULL DEFAULT 0 CONSTRAINT holds_captured CHECK (captured_cents >= 0),
    released_cents bigint NOT NULL DEFAULT 0 CONSTRAINT holds_released CHECK (released_cents >= 0),
    related_kind text,
    related_id text,
    reference text NOT NULL,
    created_at timestamptz NOT NULL,
    closed_at timestamptz,
    CONSTRAINT holds_reference UNIQUE (account_id, reference),
    CONSTRAINT holds_spent CHECK (captured_cents + released_cents <= amount_cents),
    CONSTRAINT holds_closed CHECK ((status = 'closed') = (captured_cents + released_cents = amount_cents)
      AND (status = 'closed') = (closed_at IS NOT NULL)))`);
  await db.query(`CREATE INDEX holds_open ON billing.holds (account_id) WHERE status = 'open'`);
}

/**
 * Double entry in transfer form: one row moves an amount from one account to another, so that an unbalanced entry cannot be
 * stored. \`wallet\` and \`holds\` are those of \`account_id\`.
 */
async function createPostings(db: QueryRunner): Promise<void> {
  const accounts = `('wallet', 'holds', 'revenue', 'processor_clearing', 'promotion', 'adjustments')`;
  await db.query(`CREATE TABLE billing.postings (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    debit_account text NOT NULL CONSTRAINT postings_debit CHECK (debit_account IN ${accounts}),
    credit_account text NOT NULL CONSTRAINT postings_credit CHECK (credit_account IN ${accounts}),
    amount_cents bigint NOT NULL CONSTRAINT postings_amount CHECK (amount_cents > 0),
    hold_id text,
    created_at timestamptz NOT NULL,
    CONSTRAINT postings_two_accounts CHECK (debit_account <> credit_account))`);
  await db.query(`COMMENT ON COLUMN billing.postings.id IS
    'That of the transaction which shows the posting; one of its own where the balance does not change'`);
}

async function createPaymentMethods(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.payment_methods (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    operation_id text NOT NULL,
    processor text NOT NULL,
    processor_payment_method_id text NOT NULL,
    type text NOT NULL,
    brand text,
    last4 text,
    exp_month integer,
    exp_year integer,
    is_default boolean NOT NULL,
    created_at timestamptz NOT NULL,
    deleted_at timestamptz,
    detached_at timestamptz,
    CONSTRAINT payment_methods_operation UNIQUE (account_id, operation_id),
    CONSTRAINT payment_methods_deleted CHECK (deleted_at IS NULL OR NOT is_default),
    CONSTRAINT payment_methods_detached CHECK (detached_at IS NULL OR deleted_at IS NOT NULL))`);
  await db.query(`CREATE UNIQUE INDEX payment_methods_saved
    ON billing.payment_methods (account_id, processor, processor_payment_method_id) WHERE deleted_at IS NULL`);
  await db.query(
    `CREATE UNIQUE INDEX payment_methods_default ON billing.payment_methods (account_id) WHERE is_default`,
  );
  await db.query(`CREATE INDEX payment_methods_page ON billing.payment_methods (account_id, created_at, id)`);
  await db.query(`CREATE INDEX payment_methods_undetached ON billing.payment_methods (id)
    WHERE deleted_at IS NOT NULL AND detached_at IS NULL`);
}

async function createTopups(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.topups (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    operation_id text NOT NULL,
    idempotency_key text NOT NULL,
    status text NOT NULL CONSTRAINT topups_status
      CHECK (status IN ('processing', 'requires_action', 'succeeded', 'failed')),
    amount_cents bigint NOT NULL CONSTRAINT topups_amount CHECK (amount_cents > 0),
    currency text NOT NULL,
    payment_method_id text NOT NULL,
    processor_payment_method_id text NOT NULL,
    description text,
    auto boolean NOT NULL,
    processor_payment_intent_id text,
    client_secret text,
    transaction_id text,
    failure_code text,
    failure_message text,
    checks integer NOT NULL,
    check_at timestamptz,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    CONSTRAINT topups_operation UNIQUE (account_id, operation_id),
    CONSTRAINT topups_idempotency_key UNIQUE (idempotency_key),
    CONSTRAINT topups_payment_intent UNIQUE (processor_payment_intent_id),
    CONSTRAINT topups_credited CHECK ((status = 'succeeded') = (transaction_id IS NOT NULL)),
    CONSTRAINT topups_completed CHECK ((status IN ('succeeded', 'failed')) = (completed_at IS NOT NULL)
      AND (completed_at IS NULL) = (check_at IS NOT NULL)))`);
  await db.query(`CREATE INDEX topups_page ON billing.topups (account_id, created_at, id)`);
  await db.query(`CREATE INDEX topups_due ON billing.topups (check_at) WHERE check_at IS NOT NULL`);
}

/** The sandbox processor's state, which must survive a crash, as a real processor's does. */
async function createSandboxProcessor(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE billing.sandbox_charges (
    idempotency_key text PRIMARY KEY,
    intent_id text NOT NULL CONSTRAINT sandbox_charges_intent UNIQUE,
    account_id text NOT NULL,
    processor_payment_method_id text NOT NULL,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    status text NOT NULL CONSTRAINT sandbox_charges_status
      CHECK (status IN ('succeeded', 'processing', 'requires_action', 'failed')),
    client_secret text,
    failure_code text,
    failure_message text,
    requests integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL)`);
}
