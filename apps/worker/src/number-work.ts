import {
  BillNumbers,
  CancelUndocumented,
  FinalizeReleases,
  FinishCheckouts,
  FinishPendingOrders,
  FollowBundles,
} from '@trunkline/numbering';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import { MonthlyBilling } from './monthly-billing';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';

/** What numbers and their orders come to by the clock. */
export function numberSchedules(use: Use): readonly Schedule[] {
  const [finishOrders, finishCheckouts] = [use(FinishPendingOrders), use(FinishCheckouts)];
  const [finalizeReleases, followBundles] = [use(FinalizeReleases), use(FollowBundles)];
  const cancelUndocumented = use(CancelUndocumented);
  const monthlyBilling = new MonthlyBilling(use(BillNumbers), use(Metrics), use(Log));
  return [
    { name: 'finish-orders', cron: EACH_MINUTE, run: () => finishOrders.execute() },
    { name: 'finish-checkouts', cron: EACH_MINUTE, run: () => finishCheckouts.execute() },
    // Spec, States: hourly release-finalize job.
    { name: 'release-finalize', cron: '5 * * * *', run: () => finalizeReleases.execute() },
    // Contract, section 9: a bundle is approved, rejected, or at its end.
    { name: 'follow-bundles', cron: '*/5 * * * *', run: () => followBundles.execute() },
    // Contract, section 9: 30 days without documents.
    { name: 'cancel-undocumented', cron: '10 * * * *', run: () => cancelUndocumented.execute() },
    // Spec, Limits: retried daily. It runs more often, so that a month is charged soon after it has begun.
    { name: 'monthly-billing', cron: '*/10 * * * *', ...monthlyBilling.inLanes },
  ];
}
