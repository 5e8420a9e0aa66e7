import {
  BillNumbers,
  CancelUndocumented,
  CheckOutCart,
  ReleaseDueNumbers,
  FinishPendingOrders,
  SyncBundleStatus,
} from '@trunkline/numbering';
import { Log, Metrics, type Schedule } from '@trunkline/platform';
import { MonthlyBilling } from './monthly-billing';
import type { Use } from '../use';

const EACH_MINUTE = '* * * * *';

/** Returns the schedules for numbers and their orders. */
export function numberSchedules(use: Use): readonly Schedule[] {
  const finishOrders = use(FinishPendingOrders);
  const checkOutCart = use(CheckOutCart);
  const releaseDueNumbers = use(ReleaseDueNumbers);
  const syncBundleStatus = use(SyncBundleStatus);
  const cancelUndocumented = use(CancelUndocumented);
  const monthlyBilling = new MonthlyBilling(use(BillNumbers), use(Metrics), use(Log));
  return [
    { name: 'finish-orders', cron: EACH_MINUTE, run: () => finishOrders.finish() },
    { name: 'finish-checkouts', cron: EACH_MINUTE, run: () => checkOutCart.finishOpen() },
    { name: 'release-finalize', cron: '5 * * * *', run: () => releaseDueNumbers.release() },
    { name: 'follow-bundles', cron: '*/5 * * * *', run: () => syncBundleStatus.sync() },
    { name: 'cancel-undocumented', cron: '10 * * * *', run: () => cancelUndocumented.cancel() },
    // Attempts are daily, but a month is charged soon after it starts.
    { name: 'monthly-billing', cron: '*/10 * * * *', ...monthlyBilling.inLanes },
  ];
}
