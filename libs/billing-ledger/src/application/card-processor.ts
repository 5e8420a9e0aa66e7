import type { SavedCard } from '../domain/payment-method';
import type { CardChargeOutcome, ProcessorEvent } from './processor-events/processor-event';

export type { CardChargeOutcome };

export interface CardCharge {
  /** A repeated key charges once, for at least CHARGE_KEY_LIFETIME_SECONDS. */
  readonly idempotencyKey: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly processorPaymentMethodId: string;
  readonly description: string;
  /** The customer is absent: a charge that requires authentication is declined. */
  readonly offSession: boolean;
}

/** Identifies a charge at the processor: our key, and the intent once it is known. */
export interface ChargeRef {
  readonly idempotencyKey: string;
  readonly intentId: string | null;
}

export interface CardRefundOrder {
  /** A repeated key refunds once. The processor stores it with the refund. */
  readonly idempotencyKey: string;
  readonly intentId: string;
  /** Positive cents, at most the refundable rest of the charge. */
  readonly amountCents: number;
}

/** A refund at the processor, whether we requested it or not. */
export interface ProcessorRefund {
  readonly refundId: string;
  /** Our key; null for a refund that was not requested through `refund`. */
  readonly idempotencyKey: string | null;
  readonly amountCents: number;
  /** `pending` and `succeeded` reduce the charge; `failed` does not. */
  readonly status: 'pending' | 'succeeded' | 'failed';
}

export type CardRefundOutcome =
  | { readonly status: 'pending' | 'succeeded'; readonly refundId: string }
  | { readonly status: 'failed'; readonly refundId: string | null; readonly code: string };

export interface CardSetupOrder {
  readonly accountId: string;
  /** A repeated key opens one setup. */
  readonly idempotencyKey: string;
}

export interface CardSetup {
  readonly setupId: string;
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly expiresAt: Date;
}

/** The processor did not respond, or not with an outcome: the operation may or may not have happened. */
export class ProcessorUnavailable extends Error {
  override readonly name = 'ProcessorUnavailable';
}

/** How long repeating a charge is safe; later, use `find`. Stripe deletes keys after 24 hours. */
export const CHARGE_KEY_LIFETIME_SECONDS = 23 * 3600;

/** How long an unused setup stays open. */
export const SETUP_LIFETIME_SECONDS = 3600;

/** Whether the processor sends its events to a URL; `disabled` after it gave up, or by the operator. */
export type CallbackState = 'enabled' | 'disabled' | 'missing';

/**
 * The company that charges cards. Every method makes network requests, so none may be called inside a transaction. Each
 * may reject with ProcessorUnavailable and is safe to repeat.
 */
export abstract class CardProcessor {
  /** Part of the path of its callbacks; stored with each saved card. */
  abstract readonly name: string;
  /** Charges a card. A decline is an outcome, not an error. */
  abstract charge(charge: CardCharge): Promise<CardChargeOutcome>;
  /** Finds the outcome of a charge; null when the charge never reached the processor. */
  abstract find(charge: ChargeRef): Promise<CardChargeOutcome | null>;
  /** Refunds a charge in full or in part. A refusal is an outcome, not an error. */
  abstract refund(order: CardRefundOrder): Promise<CardRefundOutcome>;
  /** Lists every refund of a charge, ours and those made at the processor. */
  abstract refundsOf(intentId: string): Promise<ProcessorRefund[]>;
  /** Opens a setup, with which the customer's browser sends a card to the processor. */
  abstract setUp(order: CardSetupOrder): Promise<CardSetup>;
  /** Cancels an unused setup. Does nothing for a used or unknown one. */
  abstract cancelSetUp(setupId: string): Promise<void>;
  /**
   * Saves the card from a setup, also for off-session charges. Throws payment_method_declined, or 422 for an unknown
   * method or one that belongs to another customer.
   */
  abstract attach(accountId: string, processorPaymentMethodId: string): Promise<SavedCard>;
  /** Deletes a saved card. Does nothing for an unknown one. */
  abstract detach(processorPaymentMethodId: string): Promise<void>;
  /** Parses a callback. Null without a fresh signature of the processor over exactly these bytes. Makes no request. */
  abstract readEvent(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null>;
  /** Returns whether the processor sends its events to a URL. Rejects for a key that the processor does not accept. */
  abstract callbackState(url: string): Promise<CallbackState>;
}
