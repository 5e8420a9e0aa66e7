import { newId } from '@trunkline/kernel';
import { NoTransactor, RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { AutoRechargeSettings } from '../application/auto-recharge/auto-recharge-settings';
import { RechargeOutcomes } from '../application/auto-recharge/recharge-outcomes';
import { RechargeWallet } from '../application/auto-recharge/recharge-wallet';
import { Ledger } from '../application/journal/ledger';
import { PaymentMethods } from '../application/cards/payment-methods';
import { SettleTopups } from '../application/top-ups/settle-topups';
import { TopUpWallet } from '../application/top-ups/top-up-wallet';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { FakeAccountStates, FakeAutoRechargeRepository } from './fake-auto-recharges';
import { FakeCardProcessor, InMemorySandboxCharges } from './fake-card-processor';
import { FakePaymentMethodRepository, FakeTopupRepository } from './fake-repositories';
import { InMemoryJournal } from './in-memory-journal';

/** All of billing over fakes, with an account that has an empty wallet. */
export async function billingWorld() {
  const tx = new NoTransactor();
  const clock = new TestClock();
  const events = new RecordingEventBus();
  const recharges = new FakeAutoRechargeRepository();
  const journal = new InMemoryJournal(recharges);
  const topups = new FakeTopupRepository();
  const methods = new FakePaymentMethodRepository();
  const processor = new FakeCardProcessor(new InMemorySandboxCharges(), clock);
  const ledger = new Ledger(tx, journal, events, clock);
  const charges = new TopupCharges(tx, topups, ledger, processor, events, clock);
  const accounts = new FakeAccountStates();
  const outcomes = new RechargeOutcomes(events, clock);
  const rechargeWallet = new RechargeWallet(tx, recharges, topups, methods, ledger, accounts, charges, outcomes, clock);
  const accountId = newId('acc');
  await ledger.open({ accountId });
  return {
    accountId,
    clock,
    events,
    journal,
    topups,
    processor,
    ledger,
    charges,
    methods,
    recharges,
    accounts,
    autoRecharge: new AutoRechargeSettings(tx, recharges, methods, clock),
    rechargeWallet,
    topUpWallet: new TopUpWallet(tx, topups, methods, charges, clock),
    settleTopups: new SettleTopups(topups, charges, clock),
    paymentMethods: new PaymentMethods(tx, methods, recharges, processor, clock),
  };
}

export type BillingWorld = Awaited<ReturnType<typeof billingWorld>>;

let operations = 0;

/** Saves a card, the first of an account as its default, and answers its id. */
export async function savedCard({ paymentMethods, accountId }: BillingWorld, card = 'pm_card_visa'): Promise<string> {
  const operationId = `op_card${String(++operations)}`;
  return (await paymentMethods.add({ accountId, operationId, processorPaymentMethodId: card })).id;
}
