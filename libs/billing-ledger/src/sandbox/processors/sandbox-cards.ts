import type { SavedCard } from '../../domain/payment-method';

interface Decline {
  readonly code: string;
  readonly message: string;
}

interface SandboxCard {
  readonly brand: string;
  readonly last4: string;
  /** Declined when it is attached. */
  readonly attaching?: Decline;
  /** Can be attached; declined when it is charged. */
  readonly charging?: Decline;
  /** Requires authentication for each charge. */
  readonly authenticates?: boolean;
  /** Each charge succeeds and is disputed at once. */
  readonly disputed?: boolean;
}

const declined = (message: string, code = 'card_declined'): Decline => ({ code, message });
const GENERIC = declined('Your card was declined.');
const NO_FUNDS = declined('Your card has insufficient funds.', 'insufficient_funds');
const EXPIRED = declined('Your card has expired.', 'expired_card');
const WRONG_CVC = declined("Your card's security code is incorrect.", 'incorrect_cvc');
const FAULT = declined('An error occurred while processing your card. Try again in a little bit.', 'processing_error');

/**
 * Stripe's test payment methods (docs.stripe.com/testing). Those named `chargeDeclined…` cannot be attached;
 * `pm_card_chargeCustomerFail` can, and then declines every charge.
 */
const CARDS: Readonly<Record<string, SandboxCard>> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_visa_debit: { brand: 'visa', last4: '5556' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_mastercard_debit: { brand: 'mastercard', last4: '8210' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_discover: { brand: 'discover', last4: '9424' },
  pm_card_us: { brand: 'visa', last4: '4242' },
  pm_card_de: { brand: 'visa', last4: '0016' },
  pm_card_chargeCustomerFail: { brand: 'visa', last4: '0341', charging: GENERIC },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184', authenticates: true },
  pm_card_createDispute: { brand: 'visa', last4: '0259', disputed: true },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', attaching: GENERIC },
  pm_card_visa_chargeDeclined: { brand: 'visa', last4: '0002', attaching: GENERIC },
  pm_card_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', attaching: NO_FUNDS },
  pm_card_visa_chargeDeclinedInsufficientFunds: { brand: 'visa', last4: '9995', attaching: NO_FUNDS },
  pm_card_visa_chargeDeclinedLostCard: { brand: 'visa', last4: '9987', attaching: GENERIC },
  pm_card_visa_chargeDeclinedStolenCard: { brand: 'visa', last4: '9979', attaching: GENERIC },
  pm_card_chargeDeclinedExpiredCard: { brand: 'visa', last4: '0069', attaching: EXPIRED },
  pm_card_chargeDeclinedIncorrectCvc: { brand: 'visa', last4: '0127', attaching: WRONG_CVC },
  pm_card_chargeDeclinedProcessingError: { brand: 'visa', last4: '0119', attaching: FAULT },
};

const EXPIRES_MONTH = 12;
const EXPIRES_YEAR = 2040;

export function findSandboxCard(id: string): SandboxCard | null {
  return Object.hasOwn(CARDS, id) ? (CARDS[id] ?? null) : null;
}

export function savedSandboxCard(id: string, { brand, last4 }: SandboxCard): SavedCard {
  return {
    processorPaymentMethodId: id,
    type: 'card',
    brand,
    last4,
    expMonth: EXPIRES_MONTH,
    expYear: EXPIRES_YEAR,
  };
}
