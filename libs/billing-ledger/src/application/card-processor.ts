import type { SavedCard } from '../domain/cards/payment-method';
import type { ProcessorEvent } from './processor-events/processor-event';

export interface CardCharge {
  /** The same key charges once, however often it is sent (at least for CHARGE_KEY_LIFETIME_SECONDS). */
  readonly idempotencyKey: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly processorPaymentMethodId: string;
  readonly description: string;
  /** Nobody is there to authenticate: what would ask the customer is declined. */
  readonly offSession: boolean;
}

export type CardChargeOutcome =
  | { readonly status: 'succeeded' | 'processing'; readonly intentId: string }
  | { readonly status: 'requires_action'; readonly intentId: string; readonly clientSecret: string }
  | { readonly status: 'failed'; readonly intentId: string | null; readonly code: string; readonly message: string };

/** What names a charge at the processor: our key, and its intent once that is known. */
export interface ChargeRef {
  readonly idempotencyKey: string;
  readonly intentId: string | null;
}

export interface CardRefundOrder {
  /** The same key refunds once, however often it is sent; the processor keeps it with the refund. */
  readonly idempotencyKey: string;
  readonly intentId: string;
  /** Positive cents, at most what the charge has left. */
  readonly amountCents: number;
}

/** A refund as the processor knows it, whoever asked for it. */
export interface ProcessorRefund {
  readonly refundId: string;
  /** Ours; null for one that was not asked for through `refund`. */
  readonly idempotencyKey: string | null;
  readonly amountCents: number;
  /** `pending` and `succeeded` have left the charge; what `failed` has come back. */
  readonly status: 'pending' | 'succeeded' | 'failed';
}

export type CardRefundOutcome =
  | { readonly status: 'pending' | 'succeeded'; readonly refundId: string }
  | { readonly status: 'failed'; readonly refundId: string | null; readonly code: string };

export interface CardSetupOrder {
  readonly accountId: string;
  /** The same key opens one setup. */
  readonly idempotencyKey: string;
}

export interface CardSetup {
  readonly setupId: string;
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly expiresAt: Date;
}

/** No answer, or one that says nothing of the outcome: the deed may or may not have been done. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable';
}

/** Repeating a charge is safe for so long; past it ask with `find`. Stripe forgets keys after 24 hours. */
export const CHARGE_KEY_LIFETIME_SECONDS = 23 * 3600;

/** A setup that the customer has not used for so long is cancelled. */
export const SETUP_LIFETIME_SECONDS = 3600;

/**
 * The company that charges cards. Every method reaches outside, so none may be called inside a transaction. Each may
 * reject with ProcessorUnavailable and is safe to repeat.
 */
export abstract class CardProcessor {
  /** As in the path of its callbacks (contract, section 23), and kept with each saved card. */
  abstract readonly name: string;
  /** A decline is an outcome, not an error. */
  abstract charge(charge: CardCharge): Promise<CardChargeOutcome>;
  /** What became of a charge, by its key or, when known, its intent; null when it never arrived there. */
  abstract find(charge: ChargeRef): Promise<CardChargeOutcome | null>;
  /** Gives a charge back, whole or in part. A refusal is an outcome, not an error. */
  abstract refund(order: CardRefundOrder): Promise<CardRefundOutcome>;
  /** Every refund of a charge, ours and those made at the processor itself. */
  abstract refundsOf(intentId: string): Promise<ProcessorRefund[]>;
  /** Lets the customer's browser hand a card to the processor. */
  abstract setUp(order: CardSetupOrder): Promise<CardSetup>;
  /** Ends a setup that was not used in time; one that was used, or is unknown, is left as it is. */
  abstract cancelSetUp(setupId: string): Promise<void>;
  /**
   * Saves what the browser obtained, for charges without the customer too. Throws payment_method_declined, or 422 of a
   * method that it does not know or that belongs to another customer.
   */
  abstract attach(accountId: string, processorPaymentMethodId: string): Promise<SavedCard>;
  /** Forgets a saved card; one that is unknown already counts as forgotten. */
  abstract detach(processorPaymentMethodId: string): Promise<void>;
  /**
   * What a callback says, or null unless its signature is the processor's, over exactly these bytes, and fresh. Reaches
   * nowhere.
   */
  abstract readEvent(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null>;
}
