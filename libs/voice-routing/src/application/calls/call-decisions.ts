import type { CallDecision, Clock } from '@trunkline/kernel';
import type { CallKey, DecisionLog } from './ports';

/** Decisions about calls, for the context that records CDRs. */
export class CallDecisions {
  constructor(
    private readonly log: DecisionLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the decisions that exist, in no order. */
  findMany(decisionIds: readonly string[]): Promise<CallDecision[]> {
    return this.log.findMany(decisionIds);
  }

  /** Returns the decisions of these calls, in no order: at most 20 per call, those without a CDR first. */
  findByCalls(calls: readonly CallKey[]): Promise<CallDecision[]> {
    return this.log.findByCalls(calls);
  }

  /** Frees the slots of calls that ended without a recorded CDR; their money stays held. Safe to repeat. */
  endCalls(decisionIds: readonly string[]): Promise<void> {
    return decisionIds.length === 0 ? Promise.resolve() : this.log.endCalls(decisionIds, this.clock.now());
  }

  /** Limits the holds of calls, of which a branch has failed, to the time at which their CDRs are due. Safe to repeat. */
  limitHolds(decisionIds: readonly string[]): Promise<void> {
    return this.log.limitHolds(decisionIds);
  }

  /** Joins the transaction that records the CDRs. Safe to repeat. */
  markReported(decisionIds: readonly string[]): Promise<void> {
    return this.log.markReported(decisionIds, this.clock.now());
  }
}
