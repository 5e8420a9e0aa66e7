import type { Suppliers } from '@trunkline/numbering';
import type { CacheStore, Log, Metrics } from '@trunkline/platform';

const KEY = 'suppliers-up';
/** An older result is stale and not reported. */
const KEPT_SECONDS = 600;

/**
 * Checks each supplier's availability and reports it in the log and in a metric. One worker checks each minute; all workers
 * report the result.
 */
export class CheckSuppliers {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly cache: CacheStore,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_supplier_up',
        help: '1 if the supplier sold numbers at the last check, 0 if it was unavailable.',
        labels: ['supplier'],
      },
      async (set) => {
        const up = await cache.get(KEY);
        if (typeof up !== 'object' || up === null) return;
        for (const [supplier, isUp] of Object.entries(up)) set(Number(isUp === true), { supplier });
      },
    );
  }

  async check(): Promise<void> {
    const checks = await Promise.all(
      this.suppliers.all.map(async (supplier) => ({ name: supplier.name, ...(await supplier.health()) })),
    );
    for (const { name, isUp, message } of checks) {
      if (!isUp) this.log.warn({ supplier: name, reason: message }, 'a supplier is unavailable');
    }
    await this.cache.set(KEY, Object.fromEntries(checks.map(({ name, isUp }) => [name, isUp])), KEPT_SECONDS);
  }
}
