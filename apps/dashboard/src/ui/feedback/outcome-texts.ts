import { knownText } from './problem-texts';

/** Why a number was not bought, by the code of the order or of the item of a checkout. */
const OF_ORDERS: Readonly<Record<string, string>> = {
  number_unavailable: 'Another customer was faster. Choose another number.',
  supplier_error: 'The supplier rejected the order. Choose another number.',
  supplier_timeout: 'The supplier did not answer in time. Choose another number, or try again later.',
  insufficient_balance: 'The balance did not cover it. Add funds, then buy it again.',
  country_not_supported: 'Numbers of this country and type are no longer sold.',
  compliance_bundle_mismatch: 'The bundle is for another country or type of number. Choose another bundle.',
  compliance_bundle_not_usable: 'The bundle is neither submitted nor approved. Submit it, or choose another one.',
  account_closed: 'The account is closed.',
};

/** Why a card was not charged, by the code of the bank or of the card processor. */
const OF_PAYMENTS: Readonly<Record<string, string>> = {
  card_declined: 'The bank declined the card. Use another card, or ask your bank for the reason.',
  insufficient_funds: 'The bank declined the card for insufficient funds. Use another card.',
  expired_card: 'The card has expired. Add another card.',
  incorrect_cvc: 'The security code of the card is wrong. Add the card again.',
  processing_error: 'The bank could not process the payment. Try again in a few minutes.',
  authentication_required:
    'The bank asks for a confirmation by the cardholder. Add the funds by hand, and confirm the payment.',
  payment_intent_authentication_failure: 'The payment was not confirmed at the bank. Try again, and confirm it.',
  resource_missing: 'The card processor no longer has the card. Add the card again.',
};

/** Says in words for users why an order of a number failed. The message of the API is for programs. */
export const orderFaultText = (code: string): string =>
  OF_ORDERS[code] ?? knownText(code) ?? 'The order failed, and nothing was charged. Choose another number.';

/** Says in words for users why a payment failed. Banks have more reasons than a customer can act on. */
export const paymentFaultText = (code: string | null): string =>
  OF_PAYMENTS[code ?? ''] ?? 'The card was not charged. Use another card, or ask your bank for the reason.';
