import type { Ledger } from '@trunkline/billing-ledger';
import type { Log, Metrics } from '@trunkline/platform';

/** Proves the books, and says so where operators look: in the log, and in a metric that should be 0. */
export class CheckLedger {
  private differences: number | null = null;

  constructor(
    private readonly ledger: Ledger,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    metrics.gauge(
      {
        name: 'trunkline_ledger_differences',
        help: 'Wallets that differed from their postings when this worker last checked.',
        labels: [],
      },
      (set) => {
        if (this.differences !== null) set(this.differences, {});
        return Promise.resolve();
      },
    );
  }

  async execute(): Promise<void> {
    const found = await this.ledger.verify();
    this.differences = found.length;
    if (found.length > 0) this.log.error({ differences: found }, 'the ledger does not prove itself');
  }
}
