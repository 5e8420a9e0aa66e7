import type { Clock, Direction, Page, PageRequest } from '@trunkline/kernel';

/** A routed call whose CDR is overdue. */
export interface UnreportedCall {
  /** Id by which an operator ends the call; null when its live call is no longer stored. */
  readonly id: string | null;
  readonly decisionId: string;
  readonly accountId: string;
  readonly direction: Direction;
  readonly switchId: string;
  readonly callId: string;
  /** Null for a caller that withholds its number. */
  readonly from: string | null;
  readonly isCallerWithheld: boolean;
  readonly to: string;
  readonly maxDurationSeconds: number;
  /** When the switch reported an answer: such a call probably has a price. */
  readonly answeredAt: Date | null;
  /** Why an operator ended it. */
  readonly endReason: string | null;
  readonly createdAt: Date;
  readonly reportDueAt: Date;
  readonly overdueAt: Date;
}

export interface UnreportedFilter {
  readonly accountId: string | null;
  readonly switchId: string | null;
}

export abstract class OverdueDecisions {
  /** Flags at most `limit` routed decisions whose CDR was due before `now`. Returns how many. */
  abstract flag(now: Date, limit: number): Promise<number>;
  /** Counts flagged decisions that still have no CDR. */
  abstract count(): Promise<number>;
  abstract list(filter: UnreportedFilter, page: PageRequest<'overdue_at'>): Promise<Page<UnreportedCall>>;
}

const BATCH = 1_000;

/**
 * Routed calls without a CDR. Rejected calls are not tracked: they are free, and switches need not report them. A late CDR
 * removes its call from the list.
 */
export class UnreportedCalls {
  constructor(
    private readonly decisions: OverdueDecisions,
    private readonly clock: Clock,
  ) {}

  /** Returns how many calls were flagged. Safe to run on several workers. */
  async flag(): Promise<number> {
    for (let total = 0; ; ) {
      const flagged = await this.decisions.flag(this.clock.now(), BATCH);
      total += flagged;
      if (flagged < BATCH) return total;
    }
  }
}
