import type { Clock, Page, PageRequest } from '@trunkline/kernel';

/** A routed call whose CDR is overdue. */
export interface UnreportedCall {
  readonly decisionId: string;
  readonly accountId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly switchId: string;
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  readonly maxDurationSeconds: number;
  /** The switch said that it was answered, so the call is likely to have cost something. */
  readonly answeredAt: Date | null;
  readonly createdAt: Date;
  readonly reportDueAt: Date;
  readonly overdueAt: Date;
}

export interface UnreportedFilter {
  readonly accountId: string | null;
  readonly switchId: string | null;
}

export abstract class OverdueDecisions {
  /** Flags at most `limit` routed decisions without a record that were due before `now`; how many. */
  abstract flag(now: Date, limit: number): Promise<number>;
  /** Those that are flagged and still without a record. */
  abstract count(): Promise<number>;
  abstract list(filter: UnreportedFilter, page: PageRequest<'overdue_at'>): Promise<Page<UnreportedCall>>;
}

const BATCH = 1_000;

/**
 * Calls that a switch never reported. Only routed ones are watched: a rejected call costs nothing, and switches need not
 * report it. A CDR that comes late takes its call off the list.
 */
export class UnreportedCalls {
  constructor(
    private readonly decisions: OverdueDecisions,
    private readonly clock: Clock,
  ) {}

  /** Returns how many are new. Safe to run twice, and on several workers at once. */
  async flag(): Promise<number> {
    for (let total = 0; ; ) {
      const flagged = await this.decisions.flag(this.clock.now(), BATCH);
      total += flagged;
      if (flagged < BATCH) return total;
    }
  }

  count(): Promise<number> {
    return this.decisions.count();
  }

  list(filter: UnreportedFilter, page: PageRequest<'overdue_at'>): Promise<Page<UnreportedCall>> {
    return this.decisions.list(filter, page);
  }
}
