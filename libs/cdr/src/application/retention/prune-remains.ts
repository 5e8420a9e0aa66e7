import { addDays, type Clock, deletedByPages, earliestId } from '@trunkline/kernel';
import type { CdrRetention } from '../reads/ports';
import type { ExpiredCount, ExpiredRemains } from './ports';

const PAGE = 1_000;
/**
 * Decisions are kept a month longer than CDRs, and their calls can be reported until then. A month after that, a repeated report
 * has no decision any more and is quarantined, so that it needs no claim.
 */
const LONGER_DAYS = 62;

/** Deletes what outlives the CDRs. Each page commits by itself. See docs/cdrs.md#retention. */
export class PruneRemains {
  constructor(
    private readonly remains: ExpiredRemains,
    private readonly retention: CdrRetention,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of claims deleted. */
  async claims(): Promise<number> {
    const { decision, cdr } = this.bounds();
    const decided = await deletedByPages((after) => this.remains.deleteClaims(after, decision, PAGE));
    return decided + (await deletedByPages((after) => this.remains.deleteImportClaims(after, cdr, PAGE)));
  }

  countClaims(): Promise<ExpiredCount> {
    const { decision, cdr } = this.bounds();
    return this.remains.countClaims(decision, cdr);
  }

  /** Returns the number of counts deleted: by hour with country and cause, and by month with number. */
  async values(): Promise<number> {
    const before = this.before();
    let total = 0;
    for (const accountId of await this.remains.accounts()) {
      total += await deletedInBatches((limit) => this.remains.deleteValues(accountId, before, limit));
      total += await deletedInBatches((limit) => this.remains.deleteNumberMonths(accountId, before, limit));
    }
    return total;
  }

  countValues(): Promise<ExpiredCount> {
    return this.remains.countValues(this.before());
  }

  private bounds(): { readonly decision: string; readonly cdr: string } {
    return { decision: earliestId('rd', this.before()), cdr: earliestId('cdr', this.before()) };
  }

  private before(): Date {
    return addDays(this.clock.now(), -this.retention.days - LONGER_DAYS);
  }
}

async function deletedInBatches(batch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let deleted = PAGE; deleted === PAGE; total += deleted) deleted = await batch(PAGE);
  return total;
}
