import {
  EnforceCreditLimit,
  IssueInvoices,
  Journal,
  PaymentMethods,
  RechargeWallet,
  SettleInvoices,
  SettleTopups,
} from '@trunkline/billing-ledger';
import { CloseAccounts, PayOutLateMoney, PruneIdentity, RemindOfExpiringKeys, SigningKeys } from '@trunkline/identity';
import {
  CacheStore,
  Database,
  FirstDeletions,
  Housekeeping,
  Log,
  Metrics,
  type Schedule,
  Settings,
} from '@trunkline/platform';
import { PruneDeliveries, PruneEvents } from '@trunkline/webhooks';
import { cdrSchedules } from './cdr/cdr-work';
import { callSchedules } from './voice-routing/call-work';
import { contactSchedules } from './voice-routing/contact-work';
import { complianceSchedules } from './compliance/compliance-work';
import { CheckLedger } from './billing-ledger/check-ledger';
import { numberSchedules } from './numbering/number-work';
import { processorSchedules } from './billing-ledger/processor-work';
import { registrationSchedules } from './numbering/registration-work';
import { supplierSchedules } from './numbering/supplier-work';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';

/** Returns all schedules: name, time in UTC, use case. All of them also run when the test clock moves. */
export function schedules(use: Use): readonly Schedule[] {
  // Resolved now, so that a missing provider fails the start and not the first run.
  const settleTopups = use(SettleTopups);
  const pruneEvents = use(PruneEvents);
  const pruneDeliveries = use(PruneDeliveries);
  const housekeeping = use(Housekeeping);
  const remindOfExpiringKeys = use(RemindOfExpiringKeys);
  const signingKeys = use(SigningKeys);
  const pruneIdentity = use(PruneIdentity);
  const rechargeWallet = use(RechargeWallet);
  const enforceCreditLimit = use(EnforceCreditLimit);
  const closeAccounts = use(CloseAccounts);
  const payOutLateMoney = use(PayOutLateMoney);
  const issueInvoices = use(IssueInvoices);
  const settleInvoices = use(SettleInvoices);
  const paymentMethods = use(PaymentMethods);
  const checkLedger = new CheckLedger(use(Journal), use(CacheStore), use(Metrics), use(Log));
  const deletions = new FirstDeletions(use(Database), use(Log), use(Settings), use(Metrics));
  const all: readonly Schedule[] = [
    ...processorSchedules(use),
    ...supplierSchedules(use),
    ...numberSchedules(use),
    ...registrationSchedules(use),
    ...callSchedules(use, deletions),
    ...contactSchedules(use),
    ...cdrSchedules(use, deletions),
    ...complianceSchedules(use),
    { name: 'settle-topups', cron: EACH_MINUTE, run: () => settleTopups.settle() },
    // Charges that a crash left open, retries, and wallets below the threshold that no debit has claimed.
    { name: 'recharge-wallets', cron: EACH_MINUTE, run: () => rechargeWallet.rechargeDue() },
    // Balances that have been negative for seven days.
    { name: 'watch-debts', cron: '45 3 * * *', run: () => enforceCreditLimit.enforceAll() },
    // Due on the first of the month. Runs hourly, to catch up soon after a missed run.
    { name: 'issue-invoices', cron: '1 * * * *', run: () => issueInvoices.issue() },
    { name: 'settle-invoices', cron: '*/5 * * * *', run: () => settleInvoices.settle() },
    { name: 'detach-cards', cron: '15 * * * *', run: () => paymentMethods.detachRemoved() },
    { name: 'check-ledger', cron: '0 3 * * *', run: () => checkLedger.check() },
    { name: 'prune-events', cron: '10 3 * * *', deletes: true, run: () => pruneEvents.prune() },
    { name: 'prune-webhook-deliveries', cron: '15 3 * * *', deletes: true, run: () => pruneDeliveries.prune() },
    { name: 'prune-outbox', cron: '20 3 * * *', deletes: true, run: () => housekeeping.pruneOutbox() },
    { name: 'prune-mails', cron: '30 3 * * *', deletes: true, run: () => housekeeping.pruneMails() },
    {
      name: 'prune-idempotency-keys',
      cron: '40 * * * *',
      deletes: true,
      run: () => housekeeping.pruneIdempotencyKeys(),
    },
    // Accounts whose grace period has ended.
    { name: 'close-accounts', cron: '35 * * * *', run: () => closeAccounts.close() },
    // Money that arrived in the wallet of a closed account.
    { name: 'pay-out-late-money', cron: '45 * * * *', run: () => payOutLateMoney.payOut() },
    // Only reminds. Keys expire by themselves: the status is computed on reading.
    { name: 'remind-of-expiring-keys', cron: '25 * * * *', run: () => remindOfExpiringKeys.remind() },
    { name: 'rotate-signing-keys', cron: '5 4 * * *', run: () => signingKeys.rotateDue() },
    { name: 'prune-identity', cron: '50 3 * * *', deletes: true, run: () => pruneIdentity.prune() },
    { name: 'prune-stores', cron: '50 * * * *', deletes: true, run: () => housekeeping.pruneStores() },
  ];
  deletions.checkConfirmed();
  return all;
}
