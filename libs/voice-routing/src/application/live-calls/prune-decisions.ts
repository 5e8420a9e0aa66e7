import { addDays, type Clock, deletedByPages, type DeletedPage } from '@trunkline/kernel';
import { decisionsKeptFrom } from '../../domain/live-calls/decision-retention';
import { REJECTIONS_KEPT_DAYS } from '../outbound/rejected-calls';

export abstract class ExpiredDecisions {
  /** Deletes up to `limit` rejections created before the given time. Skips locked ones. Returns how many. */
  abstract deleteRejected(before: Date, limit: number): Promise<number>;
  /**
   * Reads the calls of the next `limit` decisions after an id, oldest first, and deletes those that started before the given time, with
   * their plans. Skips locked calls, and those that still have a slot or hold money. Ids follow the time of creation: after a page
   * on which nothing has expired, there is nothing more to delete.
   */
  abstract deleteCalls(afterId: string, before: Date, limit: number): Promise<DeletedPage>;
  /**
   * Drops the months in which all decisions were created before the given time and have no call. Returns how many decisions they had. A
   * month whose table is locked by other statements stays until the next call.
   */
  abstract dropMonths(before: Date): Promise<number>;
  /** Returns the id before which decisions are stored that precede the months; null if there are none any more. */
  abstract endOfUnpartitioned(): Promise<string | null>;
  /**
   * Reads the next `limit` decisions between the ids, oldest first, and deletes those created before the given time. Skips locked ones
   * and those with a call. Ends as `deleteCalls`.
   */
  abstract deletePage(afterId: string, untilId: string, before: Date, limit: number): Promise<DeletedPage>;
  /** Counts the decisions created before the first time, and the rejections created before the second. */
  abstract count(before: Date, rejectedBefore: Date): Promise<{ readonly rows: number; readonly expired: number }>;
}

const PAGE = 1_000;

/**
 * Deletes routing decisions a month after CDRs of the same age: their calls, which name callers, at once, and decisions with their
 * month, except for those from before months. Deletes rejections after 30 days. Each page commits by itself, so an interrupted run
 * continues later. Safe to run on several workers. See docs/cdrs.md#retention.
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
    await deletedByPages((afterId) => this.decisions.deleteCalls(afterId, before, PAGE));
    total += await this.decisions.dropMonths(before);
    const until = await this.decisions.endOfUnpartitioned();
    if (until === null) return total;
    return total + (await deletedByPages((afterId) => this.decisions.deletePage(afterId, until, before, PAGE)));
  }

  count(retentionDays: number): Promise<{ readonly rows: number; readonly expired: number }> {
    return this.decisions.count(this.before(retentionDays), this.rejectedBefore());
  }

  private rejectedBefore(): Date {
    return addDays(this.clock.now(), -REJECTIONS_KEPT_DAYS);
  }

  private before(retentionDays: number): Date {
    return decisionsKeptFrom(this.clock.now(), retentionDays);
  }
}
