import type { SavedCard } from '../domain/payment-method';

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
  abstract find(charge: {
    readonly idempotencyKey: string;
    readonly intentId: string | null;
  }): Promise<CardChargeOutcome | null>;
  /** Lets the customer's browser hand a card to the processor. */
  abstract setUp(accountId: string): Promise<CardSetup>;
  /** Saves what the browser obtained. Throws payment_method_declined, or 422 of a method that it does not know. */
  abstract attach(accountId: string, processorPaymentMethodId: string): Promise<SavedCard>;
  /** Forgets a saved card; one that is unknown already counts as forgotten. */
  abstract detach(processorPaymentMethodId: string): Promise<void>;
}
