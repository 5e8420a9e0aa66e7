import type { Suppliers } from '@trunkline/numbering';
import type { CacheStore, Log, Metrics } from '@trunkline/platform';

const KEY = 'suppliers-up';
/** A figure that is older says that nobody checks any more: then there is none. */
const KEPT_SECONDS = 600;

/**
 * Asks each supplier whether it can be bought from, and says so where operators look: in the log, and in a metric. One
 * worker asks each minute and all tell of it.
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
        help: '1 when a supplier could be bought from at the last check, 0 when it was away.',
        labels: ['supplier'],
      },
      async (set) => {
        const up = await cache.get(KEY);
        if (typeof up !== 'object' || up === null) return;
        for (const [supplier, isUp] of Object.entries(up)) set(Number(isUp === true), { supplier });
      },
    );
  }

  async execute(): Promise<void> {
    const checks = await Promise.all(
      this.suppliers.all.map(async (supplier) => ({ name: supplier.name, ...(await supplier.health()) })),
    );
    for (const { name, isUp, message } of checks) {
      if (!isUp) this.log.warn({ supplier: name, reason: message }, 'a supplier is away');
    }
    await this.cache.set(KEY, Object.fromEntries(checks.map(({ name, isUp }) => [name, isUp])), KEPT_SECONDS);
  }
}
