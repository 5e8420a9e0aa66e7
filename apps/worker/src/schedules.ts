import { Ledger, PaymentMethods, SettleTopups } from '@trunkline/billing-ledger';
import { FinalizeReleases, FinishCheckouts, FinishPendingOrders } from '@trunkline/numbering';
import { Housekeeping, Log, Metrics, type Schedule } from '@trunkline/platform';
import { PruneEvents } from '@trunkline/webhooks';
import { CheckLedger } from './check-ledger';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';
const EACH_HOUR = '5 * * * *';

/** What is due by the clock: name, time in UTC, use case. All of it also runs when the test clock is moved. */
export function schedules(use: Use): readonly Schedule[] {
  // All at once and now, so that one that is missing stops the start and not the hour.
  const [finishOrders, finishCheckouts, settleTopups] = [
    use(FinishPendingOrders),
    use(FinishCheckouts),
    use(SettleTopups),
  ];
  const [finalizeReleases, pruneEvents, housekeeping] = [use(FinalizeReleases), use(PruneEvents), use(Housekeeping)];
  const [paymentMethods, checkLedger] = [use(PaymentMethods), new CheckLedger(use(Ledger), use(Metrics), use(Log))];
  return [
    { name: 'finish-orders', cron: EACH_MINUTE, run: () => finishOrders.execute() },
    { name: 'finish-checkouts', cron: EACH_MINUTE, run: () => finishCheckouts.execute() },
    { name: 'settle-topups', cron: EACH_MINUTE, run: () => settleTopups.execute() },
    // Spec, States: hourly release-finalize job.
    { name: 'release-finalize', cron: EACH_HOUR, run: () => finalizeReleases.execute() },
    { name: 'detach-cards', cron: '15 * * * *', run: () => paymentMethods.detachRemoved() },
    { name: 'check-ledger', cron: '0 3 * * *', run: () => checkLedger.execute() },
    { name: 'prune-events', cron: '10 3 * * *', run: () => pruneEvents.execute() },
    { name: 'prune-outbox', cron: '20 3 * * *', run: () => housekeeping.pruneOutbox() },
    { name: 'prune-mails', cron: '30 3 * * *', run: () => housekeeping.pruneMails() },
    { name: 'prune-idempotency-keys', cron: '40 * * * *', run: () => housekeeping.pruneIdempotencyKeys() },
    { name: 'prune-stores', cron: '50 * * * *', run: () => housekeeping.pruneStores() },
  ];
}
