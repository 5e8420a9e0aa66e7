import { createSchema } from '@trunkline/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateNumbering1795000300000 implements MigrationInterface {
  readonly name = 'CreateNumbering1795000300000';

  async up(db: QueryRunner): Promise<void> {
    await createSchema(db, 'numbering');
    await createPhoneNumbers(db);
    await createNumberHistory(db);
    await createNumberOrders(db);
    await createCarts(db);
    await createCheckouts(db);
    await createSandboxSupplier(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP SCHEMA numbering CASCADE`);
  }
}

const NUMBER_TYPE = `number_type IN ('geographic', 'national', 'mobile', 'tollfree', 'inum')`;

async function createPhoneNumbers(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.phone_numbers (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    order_id text NOT NULL,
    supplier text NOT NULL,
    supplier_number_ref text,
    e164 text NOT NULL,
    country text NOT NULL,
    number_type text NOT NULL CONSTRAINT phone_numbers_number_type CHECK (${NUMBER_TYPE}),
    area_code text,
    region text,
    city text,
    capabilities text[] NOT NULL,
    monthly_price_cents bigint NOT NULL,
    setup_price_cents bigint NOT NULL,
    status text NOT NULL CONSTRAINT phone_numbers_status
      CHECK (status IN ('active', 'pending_documents', 'suspended', 'released')),
    suspended_for text[] NOT NULL CONSTRAINT phone_numbers_suspended_for
      CHECK (suspended_for <@ ARRAY['non_payment', 'account', 'compliance', 'supplier']),
    requires_activation boolean NOT NULL,
    assigned_at timestamptz NOT NULL,
    billing_anchor_at timestamptz NOT NULL,
    billed_months integer NOT NULL,
    next_billing_at timestamptz NOT NULL,
    failed_billing_attempts integer NOT NULL,
    last_billing_attempt_at timestamptz,
    last_billing_failure_code text,
    release_scheduled_at timestamptz,
    released_at timestamptz,
    supplier_release_due_at timestamptz,
    trunk_id text,
    routing_profile_id text,
    compliance_bundle_id text,
    deletion_lock boolean NOT NULL,
    label text,
    updated_at timestamptz NOT NULL,
    CONSTRAINT phone_numbers_prices CHECK (monthly_price_cents >= 0 AND setup_price_cents >= 0),
    CONSTRAINT phone_numbers_one_route CHECK (trunk_id IS NULL OR routing_profile_id IS NULL),
    CONSTRAINT phone_numbers_released CHECK ((status = 'released') = (released_at IS NOT NULL)))`);
  await indexPhoneNumbers(db);
}

/** One per filter and sort of GET /numbers that narrows, and one per job. */
async function indexPhoneNumbers(db: QueryRunner): Promise<void> {
  const live = `status <> 'released'`;
  const indexes = [
    `UNIQUE INDEX phone_numbers_live_e164 ON numbering.phone_numbers (e164) WHERE ${live}`,
    `UNIQUE INDEX phone_numbers_order_id ON numbering.phone_numbers (order_id)`,
    `INDEX phone_numbers_e164 ON numbering.phone_numbers (account_id, e164, released_at DESC NULLS FIRST)`,
    `INDEX phone_numbers_assigned_at ON numbering.phone_numbers (account_id, assigned_at, id) WHERE ${live}`,
    `INDEX phone_numbers_gone ON numbering.phone_numbers (account_id, assigned_at, id) WHERE status = 'released'`,
    `INDEX phone_numbers_next_billing_at ON numbering.phone_numbers (account_id, next_billing_at, id) WHERE ${live}`,
    `INDEX phone_numbers_trunk_id ON numbering.phone_numbers (account_id, trunk_id, assigned_at, id)
      WHERE ${live} AND trunk_id IS NOT NULL`,
    `INDEX phone_numbers_routing_profile_id ON numbering.phone_numbers (account_id, routing_profile_id, assigned_at, id)
      WHERE ${live} AND routing_profile_id IS NOT NULL`,
    `INDEX phone_numbers_bundle_id ON numbering.phone_numbers (account_id, compliance_bundle_id, assigned_at, id)
      WHERE ${live} AND compliance_bundle_id IS NOT NULL`,
    `INDEX phone_numbers_billing_due ON numbering.phone_numbers (next_billing_at, id)
      WHERE status IN ('active', 'suspended')`,
    `INDEX phone_numbers_release_due ON numbering.phone_numbers (release_scheduled_at, id)
      WHERE ${live} AND release_scheduled_at IS NOT NULL`,
    `INDEX phone_numbers_supplier_release_due ON numbering.phone_numbers (supplier_release_due_at, id)
      WHERE supplier_release_due_at IS NOT NULL`,
  ];
  for (const index of indexes) await db.query(`CREATE ${index}`);
}

async function createNumberHistory(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.number_history (
    id text PRIMARY KEY,
    number_id text NOT NULL,
    account_id text NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL CONSTRAINT number_history_actor_kind
      CHECK (actor_kind IN ('user', 'api_key', 'oauth_app', 'system', 'operator')),
    actor_id text,
    action text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL)`);
  await db.query(`CREATE INDEX number_history_number_id ON numbering.number_history (number_id, at, id)`);
}

async function createNumberOrders(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.number_orders (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    operation_id text,
    checkout_id text,
    placed_by jsonb NOT NULL,
    supplier text NOT NULL,
    supplier_ref jsonb NOT NULL,
    request_e164 text,
    country text NOT NULL,
    number_type text NOT NULL CONSTRAINT number_orders_number_type CHECK (${NUMBER_TYPE}),
    area_code text,
    region text NOT NULL,
    city text,
    capabilities text[] NOT NULL,
    monthly_price_cents bigint NOT NULL,
    setup_price_cents bigint NOT NULL,
    requires_activation boolean NOT NULL,
    documents_approved boolean NOT NULL,
    trunk_id text,
    routing_profile_id text,
    compliance_bundle_id text,
    customer_reference text,
    status text NOT NULL CONSTRAINT number_orders_status
      CHECK (status IN ('pending', 'provisioned', 'failed', 'cancelled', 'pending_documents')),
    error_code text,
    error_message text,
    assigned_number_id text,
    hold_id text,
    next_check_at timestamptz,
    reconcile_until timestamptz,
    supplier_note text,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    CONSTRAINT number_orders_prices CHECK (monthly_price_cents >= 0 AND setup_price_cents >= 0),
    CONSTRAINT number_orders_one_route CHECK (trunk_id IS NULL OR routing_profile_id IS NULL),
    CONSTRAINT number_orders_failed CHECK ((status = 'failed') = (error_code IS NOT NULL)),
    CONSTRAINT number_orders_watched CHECK (status <> 'pending' OR next_check_at IS NOT NULL))`);
  const orders = `numbering.number_orders`;
  await db.query(`CREATE UNIQUE INDEX number_orders_operation_id ON ${orders} (account_id, operation_id)`);
  await db.query(`CREATE INDEX number_orders_created_at ON ${orders} (account_id, created_at, id)`);
  await db.query(`CREATE INDEX number_orders_checkout_id ON ${orders} (checkout_id) WHERE checkout_id IS NOT NULL`);
  await db.query(`CREATE INDEX number_orders_check_due ON ${orders} (next_check_at) WHERE next_check_at IS NOT NULL`);
  await db.query(`CREATE INDEX number_orders_documents ON ${orders} (created_at) WHERE status = 'pending_documents'`);
}

async function createCarts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.carts (
    account_id text NOT NULL,
    owner_id text NOT NULL,
    open_checkout_id text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, owner_id))`);
  await db.query(`CREATE TABLE numbering.cart_items (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    owner_id text NOT NULL,
    position integer NOT NULL,
    offer jsonb NOT NULL,
    select_token text NOT NULL,
    operation_id text NOT NULL,
    added_at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX cart_items_cart ON numbering.cart_items (account_id, owner_id, position)`);
}

async function createCheckouts(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.checkouts (
    id text PRIMARY KEY,
    account_id text NOT NULL,
    owner_id text NOT NULL,
    operation_id text NOT NULL,
    placed_by jsonb NOT NULL,
    status text NOT NULL CONSTRAINT checkouts_status CHECK (status IN
      ('quoting', 'ordering', 'all_provisioned', 'partial', 'all_failed', 'balance_too_low')),
    trunk_id text,
    routing_profile_id text,
    compliance_bundle_id text,
    customer_reference text,
    max_total_cents bigint,
    hold_id text,
    charged_cents bigint NOT NULL,
    next_check_at timestamptz,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    CONSTRAINT checkouts_one_route CHECK (trunk_id IS NULL OR routing_profile_id IS NULL),
    CONSTRAINT checkouts_completed CHECK ((status IN ('quoting', 'ordering')) = (completed_at IS NULL)),
    CONSTRAINT checkouts_watched CHECK ((completed_at IS NULL) = (next_check_at IS NOT NULL)))`);
  await db.query(`CREATE UNIQUE INDEX checkouts_operation_id ON numbering.checkouts (account_id, operation_id)`);
  await db.query(`CREATE INDEX checkouts_created_at ON numbering.checkouts (account_id, created_at, id)`);
  await db.query(
    `CREATE INDEX checkouts_check_due ON numbering.checkouts (next_check_at) WHERE next_check_at IS NOT NULL`,
  );
  await db.query(`CREATE TABLE numbering.checkout_items (
    checkout_id text NOT NULL,
    cart_item_id text NOT NULL,
    position integer NOT NULL,
    select_token text NOT NULL,
    offer jsonb NOT NULL,
    order_id text,
    status text NOT NULL CONSTRAINT checkout_items_status
      CHECK (status IN ('waiting', 'provisioned', 'pending_documents', 'failed')),
    error_code text,
    error_message text,
    charged_cents bigint NOT NULL,
    PRIMARY KEY (checkout_id, cart_item_id))`);
  await db.query(`CREATE TABLE numbering.checkout_steps (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    checkout_id text NOT NULL,
    step text NOT NULL CONSTRAINT checkout_steps_step
      CHECK (step IN ('started', 'held', 'ordered', 'refused', 'finished')),
    at timestamptz NOT NULL)`);
  await db.query(`CREATE INDEX checkout_steps_checkout_id ON numbering.checkout_steps (checkout_id, seq)`);
}

/** What the sandbox supplier remembers. Its stock is computed; only numbers that are not free are stored. */
async function createSandboxSupplier(db: QueryRunner): Promise<void> {
  await db.query(`CREATE TABLE numbering.sandbox_inventory (
    e164 text PRIMARY KEY,
    state text NOT NULL CONSTRAINT sandbox_inventory_state CHECK (state IN ('held', 'sold', 'cooling')),
    account_id text,
    order_id text,
    until timestamptz,
    CONSTRAINT sandbox_inventory_sold CHECK ((state = 'sold') = (order_id IS NOT NULL)),
    CONSTRAINT sandbox_inventory_until CHECK ((state = 'sold') = (until IS NULL)))`);
  await db.query(`CREATE UNIQUE INDEX sandbox_inventory_order_id ON numbering.sandbox_inventory (order_id)`);
  await db.query(`CREATE TABLE numbering.sandbox_orders (
    order_id text PRIMARY KEY,
    e164 text,
    state text NOT NULL CONSTRAINT sandbox_orders_state CHECK (state IN ('bought', 'working', 'failed')),
    is_usable boolean NOT NULL,
    error_code text,
    error_message text,
    decides_at timestamptz,
    CONSTRAINT sandbox_orders_bought CHECK (state <> 'bought' OR e164 IS NOT NULL),
    CONSTRAINT sandbox_orders_working CHECK ((state = 'working') = (decides_at IS NOT NULL)))`);
  await db.query(`CREATE TABLE numbering.sandbox_areas (
    area text PRIMARY KEY, next_index bigint NOT NULL)`);
}
