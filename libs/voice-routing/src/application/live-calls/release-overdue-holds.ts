import type { Clock, Transactor } from '@trunkline/kernel';
import type { CallFunds, LiveCallStore } from './ports';

const CALLS_PER_TRANSACTION = 100;

/**
 * Gives back the money of calls whose CDR has not come 24 hours after they can have lasted. A CDR that comes later is
 * charged all the same, also beyond the balance. Safe to run on several workers.
 */
export class ReleaseOverdueHolds {
  constructor(
    private readonly tx: Transactor,
    private readonly calls: LiveCallStore,
    private readonly funds: CallFunds,
    private readonly clock: Clock,
  ) {}

  /** Returns how many calls were released. */
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
