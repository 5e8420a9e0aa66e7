import type { Ledger } from '@trunkline/billing-ledger';
import type { CacheStore, Log, Metrics } from '@trunkline/platform';

const KEY = 'ledger-differences';
/** A figure of the night before last says that nobody checks any more: then there is none. */
const KEPT_SECONDS = 2 * 86_400;

/**
 * Proves the books, and says so where operators look: in the log, and in a metric that should be 0. One worker checks
 * each night and all tell of it, also one that has started since.
 */
export class CheckLedger {
  constructor(
    private readonly ledger: Ledger,
    private readonly cache: CacheStore,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_ledger_differences',
        help: 'Figures of wallets that differed from their postings when the ledger was last checked.',
        labels: [],
      },
      async (set) => {
        const differences = await cache.get(KEY);
        if (typeof differences === 'number') set(differences, {});
      },
    );
  }

  async execute(): Promise<void> {
    const found = await this.ledger.verify();
    if (found.length > 0) this.log.error({ differences: found }, 'the ledger does not prove itself');
    await this.cache.set(KEY, found.length, KEPT_SECONDS);
  }
}
