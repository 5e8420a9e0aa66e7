import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { testDatabase, testEventBus } from '@trunkline/platform/testing';
import { billingLedgerPersistence } from '../billing-ledger.module';
import { postgresSandbox } from './processors/sandbox-world';
import { wireBilling } from './wire-billing';

const CONNECTIONS = 20;

/** Billing on a database of its own, with the application's role. */
export async function postgresWorld() {
  const { url, db, close } = await testDatabase([billingLedgerPersistence]);
  // Opens every connection first: a race needs them at the same time.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query('SELECT pg_sleep(0.05)')));
  const clock = new TestClock();
  const events = testEventBus(db, clock);
  const { processor, ...sandbox } = postgresSandbox(db, events, clock);
  return { url, db, close, clock, events, processor, sandbox, ...wireBilling(db, { clock, events, processor }) };
}

export type PostgresWorld = Awaited<ReturnType<typeof postgresWorld>>;

/** Opens a wallet with trial credit. */
export async function fundedAccount({ ledger }: PostgresWorld, amountCents = 0): Promise<string> {
  const accountId = newId('acc');
  await ledger.open({ accountId });
  if (amountCents > 0) await ledger.grantTrialCredit({ accountId, amountCents });
  return accountId;
}
