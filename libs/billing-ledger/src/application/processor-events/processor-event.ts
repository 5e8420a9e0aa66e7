import type { CardChargeOutcome } from '../card-processor';

/** What a charge came to; null where that has to be asked for, because it is not final or is told as a secret. */
export interface ChargeUpdate {
  readonly about: 'charge';
  /** Our key, which the processor keeps with the charge. */
  readonly idempotencyKey: string;
  readonly intentId: string;
  readonly amountCents: number;
  /** As ours are written: `USD`. */
  readonly currency: string;
  readonly outcome:
    | { readonly status: 'succeeded'; readonly intentId: string }
    | Extract<CardChargeOutcome, { readonly status: 'failed' }>
    | null;
}

/** The bank took the money of a charge back, or gave it again. */
export interface DisputeUpdate {
  readonly about: 'dispute';
  readonly disputeId: string;
  readonly intentId: string;
  readonly amountCents: number;
  readonly funds: 'withdrawn' | 'reinstated';
}

/** Something has happened to the refunds of a charge. What, is asked for: events of refunds come in any order. */
export interface RefundUpdate {
  readonly about: 'refunds';
  readonly intentId: string;
}

export type ProcessorUpdate = ChargeUpdate | DisputeUpdate | RefundUpdate;

/** A callback of a card processor, as far as it concerns us. It holds nothing personal and no secret. */
export interface ProcessorEvent {
  /** The processor's; one that comes again is the same event. */
  readonly id: string;
  readonly type: string;
  /** Null: of no concern, and only stored. */
  readonly update: ProcessorUpdate | null;
}
