import type { Attempt } from '@trunkline/kernel';
import type { Cdr } from '../../domain/ingest/cdr';

export interface CdrView extends Omit<Cdr, 'switchId' | 'decisionId' | 'numberType' | 'attempts'> {
  readonly billingTransactionId: string | null;
  readonly createdAt: Date;
}

/** A CDR with an estimated leg, for operators. */
export interface EstimatedCdrView extends CdrView {
  readonly switchId: string;
  readonly decisionId: string;
}

export interface CdrDetailView extends CdrView {
  readonly attempts: readonly Attempt[];
}
