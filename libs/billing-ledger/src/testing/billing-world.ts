import { newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import pg from 'pg';
import type { TransactionView } from '../application/views';
import { billingLedgerPersistence } from '../billing-ledger.module';
import type { Topup } from '../domain/topup';
import { SandboxCharges } from '../sandbox/processors/sandbox-charges';
import { TopupSchema } from '../infrastructure/schema';
import { FakeCardProcessor } from './processors/fake-card-processor';
import { wireBilling } from './wire-billing';
import { WRITTEN } from './order-of-writing';

const TABLES = `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names
  FROM pg_tables WHERE schemaname = 'billing'`;

/** Billing with an empty wallet, a processor whose faults a test chooses, and recorded events. */
async function billingWorld(db: Database) {
  const clock = new TestClock();
  const events = new RecordingEventBus();
  // The sandbox's own events are not those of billing.
  const charges = new SandboxCharges(db, new RecordingEventBus());
  const processor = new FakeCardProcessor(charges, clock);
  const billing = wireBilling(db, { clock, events, processor });
  const accountId = newId('acc');
  await billing.ledger.open({ accountId });
  return {
    ...billing,
    accountId,
    clock,
    events,
    processor,
    /** Oldest first. */
    transactions: async (): Promise<readonly TransactionView[]> => {
      const page = { limit: 100, sort: 'created_at', order: 'asc', after: null } as const;
      return (await billing.queries.listTransactions(accountId, {}, page)).items;
    },
    /** Payment methods of the charges at the processor, in order. */
    chargedMethods: async (): Promise<string[]> => {
      const text = `SELECT processor_payment_method_id AS method FROM billing.sandbox_charges ORDER BY ${WRITTEN}`;
      return (await db.query<{ method: string }>(text)).map(({ method }) => method);
    },
    /** By id, which is the order of their creation. */
    storedTopups: (): Promise<Topup[]> => db.table(TopupSchema).query('true ORDER BY id', []),
  };
}

export type BillingWorld = Awaited<ReturnType<typeof billingWorld>>;

/** Registers hooks for a database, and returns a function that empties it and wires a new world to it. */
export function billingWorlds(): () => Promise<BillingWorld> {
  let database: TestDatabase;
  let owner: pg.Client;
  let truncate: string;

  beforeAll(async () => {
    database = await testDatabase([billingLedgerPersistence]);
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const { rows } = await owner.query<{ names: string }>(TABLES);
    truncate = `TRUNCATE ${rows[0]?.names ?? ''}`;
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
  });

  return async () => {
    await owner.query(truncate);
    return billingWorld(database.db);
  };
}

let operations = 0;

/** Saves a card, as the default if it is the account's first, and returns its id. */
export async function savedCard({ paymentMethods, accountId }: BillingWorld, card = 'pm_card_visa'): Promise<string> {
  const operationId = `op_card${String(++operations)}`;
  return (await paymentMethods.add({ accountId, operationId, processorPaymentMethodId: card })).id;
}
