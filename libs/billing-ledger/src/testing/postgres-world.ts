import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { testDatabase, testEventBus } from '@trunkline/platform/testing';
import { Ledger } from '../application/ledger';
import { SettleTopups } from '../application/settle-topups';
import { PaymentMethods } from '../application/payment-methods';
import { TopUpWallet } from '../application/top-up-wallet';
import { TopupCharges } from '../application/topup-charges';
import { billingLedgerPersistence } from '../billing-ledger.module';
import { PostgresBillingQueries } from '../infrastructure/billing-queries';
import { TypeOrmPaymentMethodRepository } from '../infrastructure/payment-method.repository';
import { PostgresJournal } from '../infrastructure/postgres-journal';
import { PostgresSandboxCharges } from '../infrastructure/processors/postgres-sandbox-charges';
import { SandboxCardProcessor } from '../infrastructure/processors/sandbox-card-processor';
import { TypeOrmTopupRepository } from '../infrastructure/topup.repository';

const CONNECTIONS = 20;

/** All of billing over a PostgreSQL of its own, as the application's role. */
export async function postgresWorld() {
  const { url, db, close } = await testDatabase([billingLedgerPersistence]);
  // Races need every connection open beforehand: what waits for one to be made comes too late to take part.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query('SELECT pg_sleep(0.05)')));
  const clock = new TestClock();
  const events = testEventBus(db, clock);
  const journal = new PostgresJournal(db);
  const ledger = new Ledger(db, journal, events, clock);
  const topups = new TypeOrmTopupRepository(db);
  const methods = new TypeOrmPaymentMethodRepository(db);
  const processor = new SandboxCardProcessor(new PostgresSandboxCharges(db), clock);
  const charges = new TopupCharges(db, topups, ledger, processor, events, clock);
  return {
    url,
    db,
    close,
    clock,
    journal,
    ledger,
    topups,
    processor,
    charges,
    queries: new PostgresBillingQueries(db),
    topUpWallet: new TopUpWallet(db, topups, methods, charges, clock),
    settleTopups: new SettleTopups(topups, charges, clock),
    paymentMethods: new PaymentMethods(db, methods, processor, clock),
  };
}

export type PostgresWorld = Awaited<ReturnType<typeof postgresWorld>>;

/** An account whose wallet holds so much trial credit. */
export async function fundedAccount({ ledger }: PostgresWorld, amountCents = 0): Promise<string> {
  const accountId = newId('acc');
  await ledger.open({ accountId });
  if (amountCents > 0) await ledger.grantTrialCredit({ accountId, amountCents });
  return accountId;
}
