import { addDays, type Clock } from '@trunkline/kernel';
import type { CdrRetention } from '../reads/ports';
import type { ExpiredCdrs, ExpiredCount } from './ports';

const BATCH = 1_000;

/**
 * Deletes CDRs past their retention: whole months, and in batches those from before months. Each batch commits by itself, so an
 * interrupted run continues later. See docs/cdrs.md#retention.
 */
export class PruneCdrs {
  constructor(
    private readonly cdrs: ExpiredCdrs,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of CDRs deleted. */
  async prune(): Promise<number> {
    const before = this.before();
    let total = await this.cdrs.dropMonths(before);
    for (const accountId of await this.cdrs.accountsBefore(before)) {
      for (let deleted = BATCH; deleted === BATCH; total += deleted) {
        deleted = await this.cdrs.delete(accountId, before, BATCH);
      }
    }
    return total;
  }

  count(): Promise<ExpiredCount> {
    return this.cdrs.count(this.before());
  }

  private before(): Date {
    return addDays(this.clock.now(), -this.retention.days);
  }
}
