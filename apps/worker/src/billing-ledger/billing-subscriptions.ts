import { BillingNotices, EnforceCreditLimit, RechargeWallet } from '@trunkline/billing-ledger';
import type { Subscription, SubscriptionTable } from '@trunkline/platform';
import type { Use } from '../use';

/** Returns the handlers of billing events. `recordForWebhooks` comes first for events that customers receive. */
export function billingSubscriptions(use: Use, recordForWebhooks: Subscription): SubscriptionTable {
  const rechargeWallet = use(RechargeWallet);
  const enforceCreditLimit = use(EnforceCreditLimit);
  const notices = use(BillingNotices);
  const recharge: Subscription = {
    name: 'recharge-wallet',
    inTransaction: false,
    handle: ({ accountId }) => rechargeWallet.recharge(accountId),
  };
  return {
    'billing.recharge.claimed': [recharge],
    // A manual top-up may make a claimed charge unnecessary; one by auto-recharge ends its claim.
    'billing.topup.succeeded': [recordForWebhooks, recharge],
    'billing.recharge.failed': [
      recordForWebhooks,
      { name: 'mail-failed-recharge', inTransaction: true, handle: (event) => notices.rechargeFailed(event) },
    ],
    'billing.balance.low': [
      recordForWebhooks,
      { name: 'mail-low-balance', inTransaction: true, handle: (event) => notices.lowBalance(event) },
    ],
    'billing.debt.changed': [
      {
        name: 'watch-debt',
        inTransaction: true,
        handle: ({ accountId, data }) => enforceCreditLimit.enforce(accountId, { isChargeback: data.is_chargeback }),
      },
    ],
  };
}
