import { SupplierEvents, Suppliers } from '@trunkline/numbering';
import { CacheStore, Log, Metrics, type Schedule, type SubscriptionTable } from '@trunkline/platform';
import { CheckSuppliers } from './check-suppliers';
import type { Use } from '../use';

const EACH_MINUTE = '* * * * *';

/** Returns the handlers of supplier events. */
export function supplierSubscriptions(use: Use): SubscriptionTable {
  const supplierEvents = use(SupplierEvents);
  return {
    'numbering.supplier_event.received': [
      {
        name: 'handle-supplier-event',
        inTransaction: false,
        handle: ({ data }) => supplierEvents.handle(data.supplier, data.event_id),
      },
    ],
  };
}

/** Returns the schedules for unhandled supplier events and supplier checks. */
export function supplierSchedules(use: Use): readonly Schedule[] {
  const supplierEvents = use(SupplierEvents);
  const checkSuppliers = new CheckSuppliers(use(Suppliers), use(CacheStore), use(Metrics), use(Log));
  return [
    { name: 'handle-supplier-events', cron: EACH_MINUTE, run: () => supplierEvents.handleDue() },
    { name: 'check-suppliers', cron: EACH_MINUTE, run: () => checkSuppliers.check() },
    { name: 'prune-supplier-events', cron: '56 3 * * *', deletes: true, run: () => supplierEvents.prune() },
  ];
}
