import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { testDatabase, testEventBus } from '@trunkline/platform/testing';
import { AutoRechargeSettings } from '../application/auto-recharge/auto-recharge-settings';
import { RechargeOutcomes } from '../application/auto-recharge/recharge-outcomes';
import { RechargeWallet } from '../application/auto-recharge/recharge-wallet';
import { Ledger } from '../application/journal/ledger';
import { SettleTopups } from '../application/top-ups/settle-topups';
import { PaymentMethods } from '../application/cards/payment-methods';
import { TopUpWallet } from '../application/top-ups/top-up-wallet';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { billingLedgerPersistence } from '../billing-ledger.module';
import { TypeOrmAutoRechargeRepository } from '../infrastructure/auto-recharge/auto-recharge.repository';
import { PostgresBillingQueries } from '../infrastructure/journal/billing-queries';
import { ClientSecrets } from '../infrastructure/top-ups/client-secrets';
import { TypeOrmPaymentMethodRepository } from '../infrastructure/cards/payment-method.repository';
import { PostgresJournal } from '../infrastructure/journal/postgres-journal';
import { TypeOrmTopupRepository } from '../infrastructure/top-ups/topup.repository';
import { FakeAccountStates } from './fake-auto-recharges';
import { postgresSandbox, testCryptoBox } from './sandbox-world';

const CONNECTIONS = 20;

/** Billing on a database of its own, with the application's role. */
export async function postgresWorld() {
  const { url, db, close } = await testDatabase([billingLedgerPersistence]);
  // Opens every connection first: a race needs them at the same time.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query('SELECT pg_sleep(0.05)')));
  const clock = new TestClock();
  const events = testEventBus(db, clock);
  const journal = new PostgresJournal(db);
  const ledger = new Ledger(db, journal, events, clock);
  const secrets = new ClientSecrets(testCryptoBox());
  const topups = new TypeOrmTopupRepository(db, secrets);
  const methods = new TypeOrmPaymentMethodRepository(db);
  const { processor, ...sandbox } = postgresSandbox(db, events, clock);
  const charges = new TopupCharges(db, topups, ledger, processor, events, clock);
  const recharges = new TypeOrmAutoRechargeRepository(db);
  const accounts = new FakeAccountStates();
  const outcomes = new RechargeOutcomes(events, clock);
  const rechargeWallet = new RechargeWallet(db, recharges, topups, methods, ledger, accounts, charges, outcomes, clock);
  return {
    url,
    db,
    close,
    clock,
    journal,
    ledger,
    topups,
    events,
    processor,
    sandbox,
    charges,
    methods,
    recharges,
    accounts,
    autoRecharge: new AutoRechargeSettings(db, recharges, methods, clock),
    rechargeWallet,
    queries: new PostgresBillingQueries(db, secrets),
    topUpWallet: new TopUpWallet(db, topups, methods, charges, clock),
    settleTopups: new SettleTopups(topups, charges, clock),
    paymentMethods: new PaymentMethods(db, methods, recharges, processor, clock),
  };
}

export type PostgresWorld = Awaited<ReturnType<typeof postgresWorld>>;

/** Opens a wallet with trial credit. */
export async function fundedAccount({ ledger }: PostgresWorld, amountCents = 0): Promise<string> {
  const accountId = newId('acc');
  await ledger.open({ accountId });
  if (amountCents > 0) await ledger.grantTrialCredit({ accountId, amountCents });
  return accountId;
}
