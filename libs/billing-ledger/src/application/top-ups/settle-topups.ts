import type { Clock } from '@trunkline/kernel';
import { Sweep } from '../sweep';
import type { TopupRepository } from './ports';
import type { TopupCharges } from './topup-charges';

export interface SettledTopups {
  readonly settled: number;
  /** Top-ups to check again later. */
  readonly open: number;
}

/**
 * Completes top-ups that a crash, an outage of the processor or a lost callback left open. Safe to run at any time, on
 * several workers and beside the request that began one: each top-up is claimed by one sweep, and settling is idempotent.
 */
export class SettleTopups {
  constructor(
    private readonly topups: TopupRepository,
    private readonly charges: TopupCharges,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end when some failed. */
  async settle(): Promise<SettledTopups> {
    const sweep = new Sweep();
    const counts = { settled: 0, open: 0 };
    await sweep.eachDue(
      (limit) => this.topups.claimDue(this.clock.now(), limit),
      async (topup) => {
        const { isOpen } = await this.charges.complete(topup);
        counts[isOpen ? 'open' : 'settled']++;
      },
    );
    sweep.end('top-ups could not be settled');
    return counts;
  }
}
