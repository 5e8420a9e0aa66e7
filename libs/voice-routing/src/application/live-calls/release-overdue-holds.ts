import type { Clock, Transactor } from '@trunkline/kernel';
import type { CallFunds, LiveCallStore } from './ports';

const CALLS_PER_TRANSACTION = 100;

/**
 * Releases the holds of calls whose CDR is missing 24 hours after the end of the granted time. A CDR that arrives later is
 * still charged, even beyond the balance. Safe to run on several workers. See docs/live-calls.md#when-no-cdr-comes.
 */
export class ReleaseOverdueHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of released calls. */
  async execute(): Promise<number> {
    let released = 0;
    for (;;) {
      const taken = await this.tx.run(async () => {
        const calls = await this.calls.takeOverdue(this.clock.now(), CALLS_PER_TRANSACTION);
        await this.funds.release(calls);
        return calls.length;
      });
      released += taken;
      if (taken < CALLS_PER_TRANSACTION) return released;
    }
  }
}
