import {
  EnforceCreditLimit,
  IssueInvoices,
  Ledger,
  PaymentMethods,
  RechargeWallet,
  SettleInvoices,
  SettleTopups,
} from '@trunkline/billing-ledger';
import { CloseAccounts, PruneIdentity, RemindOfExpiringKeys } from '@trunkline/identity';
import { CacheStore, Housekeeping, Log, Metrics, type Schedule } from '@trunkline/platform';
import { PruneEvents } from '@trunkline/webhooks';
import { callSchedules } from './call-work';
import { CheckLedger } from './check-ledger';
import { numberSchedules } from './number-work';
import { processorSchedules } from './processor-work';
import { supplierSchedules } from './supplier-work';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';

/** What is due by the clock: name, time in UTC, use case. All of it also runs when the test clock is moved. */
export function schedules(use: Use): readonly Schedule[] {
  // All at once and now, so that one that is missing stops the start and not the hour.
  const [settleTopups, pruneEvents, housekeeping] = [use(SettleTopups), use(PruneEvents), use(Housekeeping)];
  const [remindOfExpiringKeys, pruneIdentity] = [use(RemindOfExpiringKeys), use(PruneIdentity)];
  const rechargeWallet = use(RechargeWallet);
  const enforceCreditLimit = use(EnforceCreditLimit);
  const closeAccounts = use(CloseAccounts);
  const [issueInvoices, settleInvoices] = [use(IssueInvoices), use(SettleInvoices)];
  const paymentMethods = use(PaymentMethods);
  const checkLedger = new CheckLedger(use(Ledger), use(CacheStore), use(Metrics), use(Log));
  return [
    ...processorSchedules(use),
    ...supplierSchedules(use),
    ...numberSchedules(use),
    ...callSchedules(use),
    { name: 'settle-topups', cron: EACH_MINUTE, run: () => settleTopups.execute() },
    // What a crash left open, what is to be tried again, and what no debit has claimed.
    { name: 'recharge-wallets', cron: EACH_MINUTE, run: () => rechargeWallet.executeDue() },
    // Contract, section 9: negative for seven days.
    { name: 'watch-debts', cron: '45 3 * * *', run: () => enforceCreditLimit.executeAll() },
    // Contract, section 17: on the first of the month; each hour, so that nothing is missed for long.
    { name: 'issue-invoices', cron: '1 * * * *', run: () => issueInvoices.execute() },
    { name: 'settle-invoices', cron: '*/5 * * * *', run: () => settleInvoices.execute() },
    { name: 'detach-cards', cron: '15 * * * *', run: () => paymentMethods.detachRemoved() },
    { name: 'check-ledger', cron: '0 3 * * *', run: () => checkLedger.execute() },
    { name: 'prune-events', cron: '10 3 * * *', run: () => pruneEvents.execute() },
    { name: 'prune-outbox', cron: '20 3 * * *', run: () => housekeeping.pruneOutbox() },
    { name: 'prune-mails', cron: '30 3 * * *', run: () => housekeeping.pruneMails() },
    { name: 'prune-idempotency-keys', cron: '40 * * * *', run: () => housekeeping.pruneIdempotencyKeys() },
    // Contract, section 3: accounts whose grace is over.
    { name: 'close-accounts', cron: '35 * * * *', run: () => closeAccounts.execute() },
    // Spec, Authentication, rule 2. Keys expire by themselves: the status is computed on reading.
    { name: 'remind-of-expiring-keys', cron: '25 * * * *', run: () => remindOfExpiringKeys.execute() },
    { name: 'prune-identity', cron: '50 3 * * *', run: () => pruneIdentity.execute() },
    { name: 'prune-stores', cron: '50 * * * *', run: () => housekeeping.pruneStores() },
  ];
}
