import { addDays, type Clock } from '@trunkline/kernel';
import { REJECTIONS_KEPT_DAYS } from '../outbound/rejected-calls';

/** The result of one page. */
export interface PrunedPage {
  /** The last decision of the page created before the given time; null if there is none. */
  readonly lastId: string | null;
  readonly deleted: number;
}

export abstract class ExpiredDecisions {
  /**
   * Reads the next `limit` decisions after an id, oldest first, and deletes those created before the given time, with their
   * calls. Skips locked decisions, and those whose call still has a slot or holds money.
   */
  abstract deletePage(afterId: string, before: Date, limit: number): Promise<PrunedPage>;
  /** Deletes up to `limit` rejections created before the given time. Skips locked ones. Returns how many. */
  abstract deleteRejected(before: Date, limit: number): Promise<number>;
  /** Counts the decisions created before the first time, and the rejections created before the second. */
  abstract count(before: Date, rejectedBefore: Date): Promise<{ readonly rows: number; readonly expired: number }>;
}

const PAGE = 1_000;
/** A CDR that was quarantined a month after its call can be booked for as long as it is kept. */
const LONGER_DAYS = 31;

/**
 * Deletes routing decisions and their calls, which name callers, a month after CDRs of the same age, and rejections after 30
 * days. Each page commits by itself, so an interrupted run continues later. Safe to run on several workers. See docs/cdrs.md#retention.
 */
export class PruneDecisions {
  constructor(
    private readonly decisions: ExpiredDecisions,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of decisions deleted. */
  async prune(retentionDays: number): Promise<number> {
    const before = this.before(retentionDays);
    let total = 0;
    for (let rejected = PAGE; rejected === PAGE; total += rejected)
      rejected = await this.decisions.deleteRejected(this.rejectedBefore(), PAGE);
    // Ids follow the time of creation: if a page has no expired decision, no later page has one.
    for (let afterId: string | null = ''; afterId !== null; ) {
      const { lastId, deleted } = await this.decisions.deletePage(afterId, before, PAGE);
      total += deleted;
      afterId = lastId;
    }
    return total;
  }

  count(retentionDays: number): Promise<{ readonly rows: number; readonly expired: number }> {
    return this.decisions.count(this.before(retentionDays), this.rejectedBefore());
  }

  private rejectedBefore(): Date {
    return addDays(this.clock.now(), -REJECTIONS_KEPT_DAYS);
  }

  private before(retentionDays: number): Date {
    return addDays(this.clock.now(), -retentionDays - LONGER_DAYS);
  }
}
