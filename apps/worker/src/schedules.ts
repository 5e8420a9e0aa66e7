import {
  CardSetups,
  DeliverSandboxEvents,
  EnforceCreditLimit,
  HandleProcessorEvents,
  IssueInvoices,
  Journal,
  PaymentMethods,
  PayRefunds,
  RechargeWallet,
  SettleInvoices,
  SettleTopups,
} from '@trunkline/billing-ledger';
import { CdrQuarantine, EvaluateAlarms, PruneCdrs, PruneRemains, RateDecks } from '@trunkline/cdr';
import { AnnounceExpiringDocuments, DeleteErasedData, SweepLooseFiles } from '@trunkline/compliance';
import { ExportCallbacks, PruneExports, RunExport } from '@trunkline/exports';
import { CloseAccounts, PayOutLateMoney, PruneIdentity, RemindOfExpiringKeys, SigningKeys } from '@trunkline/identity';
import {
  AnswerKeywords,
  BarredMessages,
  CarrierEvents,
  EraseMessages,
  KeptPdus,
  OptOuts,
  PruneMessages,
  ReceiveMessages,
  RefusalCounts,
  SendingStops,
  SweepMessages,
} from '@trunkline/messaging';
import {
  BillNumbers,
  CancelUndocumented,
  CheckOutCart,
  FinishPendingOrders,
  FreeStock,
  MovePorts,
  ReleaseDueNumbers,
  NumberJobs,
  RepriceNumbers,
  RunNumberJob,
  SupplierEvents,
  Suppliers,
  SyncBundleStatus,
} from '@trunkline/numbering';
import { addDays, Clock } from '@trunkline/kernel';
import {
  ActivityLog,
  CacheStore,
  Database,
  FirstDeletions,
  Housekeeping,
  Log,
  Metrics,
  MonthlyPartitions,
  type Retention,
  type Schedule,
  Settings,
} from '@trunkline/platform';
import {
  AuthenticateSystem,
  CommandQueue,
  ExpireContacts,
  OperateAlerts,
  PeerFeeds,
  PruneDecisions,
  ReleaseExpiredHolds,
  UnplacedCalls,
  UnreportedCalls,
  WatchSpending,
  WebrtcUsers,
} from '@trunkline/voice-routing';
import { PruneDeliveries, PruneEvents } from '@trunkline/webhooks';
import { CheckLedger } from './check-ledger';
import { CheckSuppliers } from './check-suppliers';
import { MonthlyBilling } from './monthly-billing';
import { connectionSchedules } from './connection-schedules';
import { registrationSchedules } from './registration-schedules';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';
/** Refusals of carriers are shown for as long. */
const REFUSAL_DAYS = 30;
const ALARM_LOG = { raised: 'an alarm was raised', ok: 'an alarm was cleared' } as const;

type Token<T> = abstract new (...args: never[]) => T;

/** Returns all schedules: name, time in UTC, use case. All of them also run when the test clock moves. */
export function schedules(
  use: Use,
  deletions = new FirstDeletions(use(Database), use(Log), use(Settings), use(Metrics)),
): readonly Schedule[] {
  /** Resolves the use case now, so that a missing provider fails the start and not the first run. */
  const job = <T>(name: string, cron: string, token: Token<T>, run: (useCase: T) => Promise<unknown>): Schedule => {
    const useCase = use(token);
    return { name, cron, run: () => run(useCase) };
  };
  const prune = <T>(...declared: Parameters<typeof job<T>>): Schedule => ({ ...job(...declared), deletes: true });
  const clock = use(Clock);
  const { CDR_RETENTION_DAYS: days, SMS_RETENTION_DAYS: messageDays } = use(Settings);
  const keepFor =
    (rule: string) =>
    <T>(name: string, cron: string, token: Token<T>, retention: (useCase: T) => Omit<Retention, 'rule'>) =>
      deletions.schedule(name, cron, { rule, ...retention(use(token)) });
  const keep = keepFor(`CDR_RETENTION_DAYS=${String(days)}`);
  const keepMessages = keepFor(`SMS_RETENTION_DAYS=${String(messageDays)}`);
  const checkLedger = new CheckLedger(use(Journal), use(CacheStore), use(Metrics), use(Log));
  const checkSuppliers = new CheckSuppliers(use(Suppliers), use(CacheStore), use(Metrics), use(Log));
  const monthlyBilling = new MonthlyBilling(use(BillNumbers), use(Metrics), use(Log));
  const all: readonly Schedule[] = [
    // Cards and money. The sandbox's events are null when the settings choose another card processor.
    job('deliver-sandbox-events', EACH_MINUTE, DeliverSandboxEvents, async (events: DeliverSandboxEvents | null) =>
      events?.deliverDue(),
    ),
    job('handle-processor-events', EACH_MINUTE, HandleProcessorEvents, (events) => events.handleDue()),
    job('pay-refunds', '55 * * * *', PayRefunds, (refunds) => refunds.pay()),
    job('cancel-card-setups', '20 * * * *', CardSetups, (setups) => setups.cancelExpired()),
    job('settle-topups', EACH_MINUTE, SettleTopups, (topups) => topups.settle()),
    // Charges that a crash left open, retries, and wallets below the threshold that no debit has claimed.
    job('recharge-wallets', EACH_MINUTE, RechargeWallet, (wallets) => wallets.rechargeDue()),
    // Balances that have been negative for seven days.
    job('watch-debts', '45 3 * * *', EnforceCreditLimit, (limits) => limits.enforceAll()),
    // Due on the first of the month. Runs hourly, to catch up soon after a missed run.
    job('issue-invoices', '1 * * * *', IssueInvoices, (invoices) => invoices.issue()),
    job('settle-invoices', '*/5 * * * *', SettleInvoices, (invoices) => invoices.settle()),
    job('detach-cards', '15 * * * *', PaymentMethods, (methods) => methods.detachRemoved()),
    { name: 'check-ledger', cron: '0 3 * * *', run: () => checkLedger.check() },
    prune('prune-processor-events', '55 3 * * *', HandleProcessorEvents, (events) => events.prune()),

    // Numbers.
    job('finish-orders', EACH_MINUTE, FinishPendingOrders, (orders) => orders.finish()),
    job('finish-checkouts', EACH_MINUTE, CheckOutCart, (checkouts) => checkouts.finishOpen()),
    job('handle-supplier-events', EACH_MINUTE, SupplierEvents, (events) => events.handleDue()),
    { name: 'check-suppliers', cron: EACH_MINUTE, run: () => checkSuppliers.check() },
    job('release-finalize', '5 * * * *', ReleaseDueNumbers, (numbers) => numbers.release()),
    job('release-ported-out', EACH_MINUTE, ReleaseDueNumbers, (numbers) => numbers.releasePortedOut()),
    job('free-stock', EACH_MINUTE, FreeStock, (stock) => stock.free()),
    job('move-ports', EACH_MINUTE, MovePorts, (ports) => ports.run()),
    job('follow-bundles', '*/5 * * * *', SyncBundleStatus, (bundles) => bundles.sync()),
    job('cancel-undocumented', '10 * * * *', CancelUndocumented, (numbers) => numbers.cancel()),
    // Attempts are daily, but a month is charged soon after it starts.
    { name: 'monthly-billing', cron: '*/10 * * * *', ...monthlyBilling.inLanes },
    // Those of a worker that died, and lost hints.
    job('resume-number-jobs', EACH_MINUTE, RunNumberJob, (jobs) => jobs.resume()),
    prune('prune-number-jobs', '54 3 * * *', NumberJobs, (jobs) => jobs.prune()),
    job('reprice-numbers', EACH_MINUTE, RepriceNumbers, (numbers) => numbers.run()),
    prune('prune-supplier-events', '56 3 * * *', SupplierEvents, (events) => events.prune()),
    ...registrationSchedules(use),
    ...connectionSchedules(use),

    // Messages.
    job('sweep-messages', EACH_MINUTE, SweepMessages, (messages) => messages.sweep()),
    // Parts whose other parts have not arrived for a day.
    job('deliver-stale-parts', EACH_MINUTE, ReceiveMessages, (messages) => messages.deliverStale()),
    // What was queued while its recipient opted out, its account was stopped, or its sender was barred.
    job('fail-unwanted-messages', EACH_MINUTE, AnswerKeywords, (keywords) => keywords.failUnwanted()),
    job('fail-stopped-messages', EACH_MINUTE, SendingStops, (stops) => stops.failWaiting()),
    job('fail-barred-messages', EACH_MINUTE, BarredMessages, (messages) => messages.fail()),
    job('handle-carrier-events', EACH_MINUTE, CarrierEvents, (events) => events.handleDue()),
    prune('prune-inbound-messages', '25 3 * * *', ReceiveMessages, (messages) => messages.prune()),
    prune('prune-opt-outs', '26 3 * * *', OptOuts, (optOuts) => optOuts.prune()),
    prune('prune-carrier-events', '27 3 * * *', CarrierEvents, (events) => events.prune()),
    prune('prune-carrier-refusals', '28 3 * * *', RefusalCounts, (refusals) =>
      refusals.prune(addDays(clock.now(), -REFUSAL_DAYS)),
    ),
    prune('prune-message-bodies', '15 3 * * *', SweepMessages, (messages) => messages.prune()),
    keepMessages('prune-messages', '5 4 * * *', PruneMessages, (messages) => ({
      table: 'messaging.messages',
      count: () => messages.count(),
      prune: () => messages.prune(),
    })),
    // Those of closed accounts.
    prune('erase-messages', '50 * * * *', EraseMessages, (messages) => messages.erase()),
    prune('prune-unreadable-pdus', '20 3 * * *', KeptPdus, (pdus) => pdus.prune()),

    // Calls.
    job('flag-unreported-calls', EACH_MINUTE, UnreportedCalls, async (calls) => {
      const flagged = await calls.flag();
      if (flagged > 0) use(Log).warn({ calls: flagged }, 'calls were not reported by their switch');
    }),
    job('watch-spending', EACH_MINUTE, WatchSpending, async (spending) => {
      for (const { id: alert, accountId, rule, blocksOutbound } of await spending.raise())
        use(Log).warn({ alert, accountId, rule, blocksOutbound }, 'calls or messages look like fraud');
    }),
    job('evaluate-alarms', EACH_MINUTE, EvaluateAlarms, (alarms) =>
      alarms.evaluate(({ alarm, transition }) => {
        const { id, accountId, carrierId, metric, state } = alarm;
        // Those of accounts are in their events and mails.
        if (carrierId !== null) use(Log).warn({ alarm: id, carrierId, metric, state }, ALARM_LOG[transition.to]);
        else use(Log).info({ alarm: id, accountId, metric, state }, ALARM_LOG[transition.to]);
      }),
    ),
    prune('prune-alarm-counts', '*/10 * * * *', EvaluateAlarms, (alarms) => alarms.prune()),
    prune('prune-fraud-alerts', '57 4 * * *', OperateAlerts, (alerts) => alerts.prune()),
    prune('prune-rate-decks', '58 3 * * *', RateDecks, (decks) => decks.pruneDrafts()),
    // See docs/live-calls.md#when-no-cdr-arrives.
    job('release-expired-holds', EACH_MINUTE, ReleaseExpiredHolds, (holds) => holds.release()),
    // Their command expires after 30 seconds. See docs/integrating-a-switch.md#commands.
    job('end-unplaced-calls', EACH_MINUTE, UnplacedCalls, (calls) => calls.endExpired()),
    prune('prune-switch-commands', '55 4 * * *', CommandQueue, (commands) => commands.prune()),
    // Switches that ask for older changes get the full list. See docs/integrating-a-switch.md#gateways.
    prune('prune-peer-changes', '58 4 * * *', PeerFeeds, (feeds) => feeds.prune()),
    // Credentials of browsers, an hour old. Expired ones are refused anyway.
    prune('prune-webrtc-tokens', '*/10 * * * *', WebrtcUsers, (users) => users.pruneTokens()),
    prune('prune-auth-failures', EACH_MINUTE, AuthenticateSystem, (systems) => systems.prune()),
    prune('prune-contact-reports', '20 * * * *', ExpireContacts, (contacts) => contacts.forgetReports()),
    keep('prune-decisions', '25 4 * * *', PruneDecisions, (decisions) => ({
      table: 'voice.decisions',
      count: () => decisions.count(days),
      prune: () => decisions.prune(days),
    })),
    keep('prune-cdr-quarantine', '55 3 * * *', CdrQuarantine, (quarantine) => ({
      table: 'cdr.quarantine',
      count: () => quarantine.countExpired(),
      prune: () => quarantine.prune(),
    })),
    keep('prune-cdrs', '10 4 * * *', PruneCdrs, (cdrs) => ({
      table: 'cdr.cdrs',
      count: () => cdrs.count(),
      prune: () => cdrs.prune(),
    })),
    keep('prune-call-claims', '30 4 * * *', PruneRemains, (remains) => ({
      table: 'cdr.intake',
      count: () => remains.countClaims(),
      prune: () => remains.claims(),
    })),
    keep('prune-hour-values', '35 4 * * *', PruneRemains, (remains) => ({
      table: 'cdr.call_hour_values',
      count: () => remains.countValues(),
      prune: () => remains.values(),
    })),

    // Documents and bundles.
    job('announce-expiring-documents', '20 * * * *', AnnounceExpiringDocuments, (documents) => documents.announce()),
    // Documents and end users of closed accounts.
    prune('delete-erased-data', '45 * * * *', DeleteErasedData, (data) => data.delete()),
    // Files that an interrupted upload or deletion left in the storage.
    job('sweep-document-files', '55 * * * *', SweepLooseFiles, (files) => files.sweep()),

    // Exports. Those of a worker that died, and lost hints.
    job('resume-exports', EACH_MINUTE, RunExport, (exports) => exports.resume()),
    job('send-export-callbacks', EACH_MINUTE, ExportCallbacks, (callbacks) => callbacks.sendDue()),
    prune('prune-exports', '42 * * * *', PruneExports, (exports) => exports.prune()),

    // Accounts. Those whose grace period has ended are closed.
    job('close-accounts', '35 * * * *', CloseAccounts, (accounts) => accounts.close()),
    // Money that arrived in the wallet of a closed account.
    job('pay-out-late-money', '45 * * * *', PayOutLateMoney, (money) => money.payOut()),
    // Only reminds. Keys expire by themselves: the status is computed on reading.
    job('remind-of-expiring-keys', '25 * * * *', RemindOfExpiringKeys, (keys) => keys.remind()),
    job('rotate-signing-keys', '5 4 * * *', SigningKeys, (keys) => keys.rotateDue()),
    prune('prune-activity', '52 3 * * *', ActivityLog, (activity) => activity.prune()),
    prune('prune-identity', '50 3 * * *', PruneIdentity, (identity) => identity.prune()),

    // Events, mails and stores.
    prune('prune-events', '10 3 * * *', PruneEvents, (events) => events.prune()),
    prune('prune-webhook-deliveries', '15 3 * * *', PruneDeliveries, (deliveries) => deliveries.prune()),
    prune('prune-outbox', '20 3 * * *', Housekeeping, (housekeeping) => housekeeping.pruneOutbox()),
    prune('prune-mails', '30 3 * * *', Housekeeping, (housekeeping) => housekeeping.pruneMails()),
    prune('prune-idempotency-keys', '40 * * * *', Housekeeping, (housekeeping) => housekeeping.pruneIdempotencyKeys()),
    prune('prune-stores', '50 * * * *', Housekeeping, (housekeeping) => housekeeping.pruneStores()),
    new MonthlyPartitions(use(Database), use(Log), use(Metrics)).schedule(),
  ];
  deletions.checkConfirmed();
  return all;
}
