import type { Clock, Transactor } from '@trunkline/kernel';
import type { StockRepository } from './ports';

const BATCH = 1_000;

/**
 * Frees the numbers whose reservation or ageing has ended. Single numbers are for sale from that time on; this makes a search
 * find those that have aged. Safe to run on any number of workers.
 */
export class FreeStock {
  constructor(
    private readonly tx: Transactor,
    private readonly stock: StockRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns how many were freed. */
  async free(): Promise<number> {
    const now = this.clock.now();
    let freed = 0;
    for (let batch = BATCH; batch === BATCH; freed += batch) {
      batch = await this.tx.run(() => this.stock.freeDue(now, BATCH));
    }
    return freed;
  }
}
