import type { Attempt, Reason, ShownRejection } from '@trunkline/kernel';
import type { Cdr } from '../../domain/ingest/cdr';
import type { Decision } from '../../domain/ingest/decision';
import type { PriceLine, RatedLegs } from '../../domain/rating/price-lines';

export interface CdrView extends Omit<Cdr, 'switchId' | 'decisionId' | 'numberType' | 'attempts' | keyof RatedLegs> {
  readonly billingTransactionId: string | null;
  readonly createdAt: Date;
}

/** A CDR with an estimated leg, for operators. */
export interface EstimatedCdrView extends CdrView {
  readonly switchId: string;
  readonly decisionId: string;
}

/** A CDR with all that is stored of it. */
export interface StoredCdrDetail extends CdrView, RatedLegs {
  readonly decisionId: string;
  readonly attempts: readonly Attempt[];
}

/** The decision that a call began with. */
export interface CdrDecisionView extends Pick<Decision, 'id' | 'action' | 'maxDurationSeconds'> {
  readonly at: Date;
  /** Null for a call that was routed. */
  readonly reason: ShownRejection | null;
  readonly sipCode: number | null;
  /** How many ways to go the switch was given. */
  readonly routes: number;
}

export interface CdrDetailView extends Omit<StoredCdrDetail, 'decisionId'>, Reason {
  /** Null if it is no longer stored. */
  readonly decision: CdrDecisionView | null;
  readonly priceLines: readonly PriceLine[];
}
