import type { AccountStatus, Clock, EventBus } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { AccountStates } from '../application/auto-recharge/ports';
import { AutoRechargeSettings } from '../application/auto-recharge/auto-recharge-settings';
import { RechargeWallet } from '../application/auto-recharge/recharge-wallet';
import type { CardProcessor } from '../application/card-processor';
import { PaymentMethods } from '../application/cards/payment-methods';
import { Ledger } from '../application/ledger';
import { SettleTopups } from '../application/top-ups/settle-topups';
import { TopUpWallet } from '../application/top-ups/top-up-wallet';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { StoredAutoRecharges } from '../infrastructure/auto-recharge.repository';
import { StoredPaymentMethods } from '../infrastructure/payment-method.repository';
import { BillingReads } from '../infrastructure/journal/billing-queries';
import { StoredJournal } from '../infrastructure/journal/journal';
import { ClientSecrets } from '../infrastructure/client-secrets';
import { StoredTopups } from '../infrastructure/topup.repository';
import { testCryptoBox } from './processors/sandbox-world';

class FakeAccountStates implements AccountStates {
  readonly statuses = new Map<string, AccountStatus>();

  status(accountId: string): Promise<AccountStatus> {
    return Promise.resolve(this.statuses.get(accountId) ?? 'active');
  }

  async isSuspended(accountId: string): Promise<boolean> {
    return (await this.status(accountId)) === 'suspended';
  }
}

interface Outside {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly processor: CardProcessor;
}

/** Wires billing's use cases to a database. */
export function wireBilling(db: Database, { clock, events, processor }: Outside) {
  const journal = new StoredJournal(db);
  const ledger = new Ledger(db, journal, events, clock);
  const secrets = new ClientSecrets(testCryptoBox());
  const topups = new StoredTopups(db, secrets);
  const methods = new StoredPaymentMethods(db);
  const charges = new TopupCharges(db, topups, ledger, processor, events, clock);
  const recharges = new StoredAutoRecharges(db);
  const accounts = new FakeAccountStates();
  return {
    journal,
    ledger,
    topups,
    charges,
    methods,
    recharges,
    accounts,
    autoRecharge: new AutoRechargeSettings(db, recharges, methods, clock),
    rechargeWallet: new RechargeWallet(db, recharges, topups, methods, ledger, accounts, charges, events, clock),
    queries: new BillingReads(db, secrets),
    topUpWallet: new TopUpWallet(db, topups, methods, charges, clock),
    settleTopups: new SettleTopups(topups, charges, clock),
    paymentMethods: new PaymentMethods(db, methods, recharges, processor, clock),
  };
}
