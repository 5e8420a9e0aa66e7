export type CardChargeOutcome =
  | { readonly status: 'succeeded' | 'processing'; readonly intentId: string }
  | { readonly status: 'requires_action'; readonly intentId: string; readonly clientSecret: string }
  | { readonly status: 'failed'; readonly intentId: string | null; readonly code: string; readonly message: string };

export interface ChargeUpdate {
  readonly about: 'charge';
  /** Our key, which the processor stores with the charge. */
  readonly idempotencyKey: string;
  readonly intentId: string;
  readonly amountCents: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** Null when the event does not carry a final outcome; then ask the processor. */
  readonly outcome:
    | { readonly status: 'succeeded'; readonly intentId: string }
    | Extract<CardChargeOutcome, { readonly status: 'failed' }>
    | null;
}

/** The bank withdrew the money of a charge, or reinstated it. */
export interface DisputeUpdate {
  readonly about: 'dispute';
  readonly disputeId: string;
  readonly intentId: string;
  readonly amountCents: number;
  readonly funds: 'withdrawn' | 'reinstated';
}

/** The refunds of a charge changed. Refund events arrive in any order, so the processor's list of refunds decides. */
export interface RefundUpdate {
  readonly about: 'refunds';
  readonly intentId: string;
}

export type ProcessorUpdate = ChargeUpdate | DisputeUpdate | RefundUpdate;

/** A card processor's event, reduced to what billing needs: no personal data and no secret. */
export interface ProcessorEvent {
  /** Assigned by the processor; the same for a repeated event. */
  readonly id: string;
  readonly type: string;
  /** Null for an event that billing ignores. */
  readonly update: ProcessorUpdate | null;
}

/** Identifies the charge of an update: by our key, or else by the intent. */
export function chargeOf(update: ProcessorUpdate) {
  const idempotencyKey = update.about === 'charge' ? update.idempotencyKey : null;
  return { idempotencyKey, intentId: update.intentId };
}
