import type { Clock, Transactor } from '@trunkline/kernel';
import type { CallFunds, LiveCallStore } from './ports';

const CALLS_PER_TRANSACTION = 100;

/**
 * Ends calls whose CDR is missing 24 hours after the granted time, and releases their holds. A CDR that arrives later is
 * still charged, even beyond the balance. Releases the holds of calls that a process of release 0.2.0 has recorded, too. Safe to run on several workers. See docs/live-calls.md#when-no-cdr-arrives.
 */
export class ReleaseExpiredHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of calls whose holds were released. */
  async release(): Promise<number> {
    let released = 0;
    for (;;) {
      const ended = await this.tx.run(async () => {
        const calls = await this.calls.endExpired(this.clock.now(), CALLS_PER_TRANSACTION);
        await this.funds.release(calls);
        return calls.length;
      });
      released += ended;
      if (ended < CALLS_PER_TRANSACTION) return released;
    }
  }
}
