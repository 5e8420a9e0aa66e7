import type { Clock } from '@trunkline/kernel';
import type { Topup } from '../../domain/top-ups/topup';
import type { TopupRepository } from './ports';
import type { TopupCharges } from './topup-charges';

const BATCH = 50;

export interface SettledTopups {
  /** Those whose outcome is known now. */
  readonly settled: number;
  /** Those to look at again later. */
  readonly open: number;
}

/**
 * Finishes top-ups that a crash, an outage of the processor or a lost callback left open. Safe to run at any time, on
 * several workers, and beside the request that began one: each is handed to one sweeper, and settling repeats harmlessly.
 */
export class SettleTopups {
  constructor(
    private readonly topups: TopupRepository,
    private readonly charges: TopupCharges,
    private readonly clock: Clock,
  ) {}

  /** Throws an AggregateError at the end when some could not be looked at; the others are settled all the same. */
  async execute(): Promise<SettledTopups> {
    const faults: unknown[] = [];
    const done = { settled: 0, open: 0 };
    for (;;) {
      const due = await this.topups.claimDue(this.clock.now(), BATCH);
      for (const topup of due) {
        const outcome = await this.pursue(topup, faults);
        if (outcome) done[outcome.isOpen ? 'open' : 'settled']++;
      }
      if (due.length < BATCH) break;
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} top-ups could not be settled`);
    return done;
  }

  private async pursue(topup: Topup, faults: unknown[]): Promise<Topup | null> {
    try {
      return await this.charges.pursue(topup);
    } catch (error) {
      faults.push(error);
      return null;
    }
  }
}
