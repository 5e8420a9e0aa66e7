import type { Attempt, Cdr } from '../../domain/ingest/cdr';

export interface CdrView extends Omit<Cdr, 'switchId' | 'decisionId' | 'numberType' | 'attempts'> {
  readonly billingTransactionId: string | null;
  readonly createdAt: Date;
}

/** A record whose leg is a guess, for the operator who corrects it. */
export interface EstimatedCdrView extends CdrView {
  readonly switchId: string;
  readonly decisionId: string;
}

export interface CdrDetailView extends CdrView {
  readonly attempts: readonly Attempt[];
}
