import { HandleSupplierEvents, Suppliers } from '@trunkline/numbering';
import { CacheStore, Log, Metrics, type Schedule, type SubscriptionTable } from '@trunkline/platform';
import { CheckSuppliers } from './check-suppliers';
import type { Use } from './use';

const EACH_MINUTE = '* * * * *';

/** What suppliers tell, followed as soon as it has come. */
export function supplierSubscriptions(use: Use): SubscriptionTable {
  const handleEvents = use(HandleSupplierEvents);
  return {
    'numbering.supplier_event.received': [
      {
        name: 'handle-supplier-event',
        inTransaction: false,
        handle: ({ data }) => handleEvents.handle(data.supplier, data.event_id),
      },
    ],
  };
}

/** What of it was left, and how the suppliers are. */
export function supplierSchedules(use: Use): readonly Schedule[] {
  const handleEvents = use(HandleSupplierEvents);
  const checkSuppliers = new CheckSuppliers(use(Suppliers), use(CacheStore), use(Metrics), use(Log));
  return [
    { name: 'handle-supplier-events', cron: EACH_MINUTE, run: () => handleEvents.execute() },
    { name: 'check-suppliers', cron: EACH_MINUTE, run: () => checkSuppliers.execute() },
    { name: 'prune-supplier-events', cron: '56 3 * * *', run: () => handleEvents.prune() },
  ];
}
