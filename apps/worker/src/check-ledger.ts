import type { Journal } from '@trunkline/billing-ledger';
import type { CacheStore, Log, Metrics } from '@trunkline/platform';

const KEY = 'ledger-differences';
/** A result older than one night is stale and not reported. */
const KEPT_SECONDS = 2 * 86_400;

/**
 * Verifies the ledger and reports differences in the log and in a metric that should be 0. One worker checks each night;
 * all workers report the result, including those started later.
 */
export class CheckLedger {
  constructor(
    private readonly journal: Journal,
    private readonly cache: CacheStore,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_ledger_differences',
        help: 'Wallet balances that differed from their postings at the last check of the ledger.',
        labels: [],
      },
      async (set) => {
        const differences = await cache.get(KEY);
        if (typeof differences === 'number') set(differences, {});
      },
    );
  }

  async check(): Promise<void> {
    const found = await this.journal.verify();
    if (found.length > 0) this.log.error({ differences: found }, 'wallets differ from their postings');
    await this.cache.set(KEY, found.length, KEPT_SECONDS);
  }
}
