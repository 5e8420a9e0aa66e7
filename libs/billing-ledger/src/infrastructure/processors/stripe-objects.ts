import type Stripe from 'stripe';
import type { CardChargeOutcome, CardRefundOutcome, ProcessorRefund } from '../../application/card-processor';
import type { SavedCard } from '../../domain/payment-method';

/** Metadata key of our idempotency key, which Stripe does not return otherwise. */
export const KEY_METADATA = 'trunkline_key';

type Failure = Extract<CardChargeOutcome, { readonly status: 'failed' }>;

/** Stripe's code for a decline without a reason. */
const NO_REASON = 'generic_decline';

export function outcomeOfIntent(intent: Stripe.PaymentIntent): CardChargeOutcome {
  const { id: intentId } = intent;
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', intentId };
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', intentId, clientSecret: intent.client_secret ?? '' };
    case 'requires_payment_method':
    case 'canceled':
      return failureOf(intent.last_payment_error ?? {}, intentId, intent.status);
    default:
      return { status: 'processing', intentId };
  }
}

/** Prefers the bank's reason: `insufficient_funds` is more specific than `card_declined`. */
export function failureOf(
  error: { readonly code?: string; readonly decline_code?: string; readonly message?: string },
  intentId: string | null,
  otherwise: string,
): Failure {
  const reason = error.decline_code === NO_REASON ? undefined : error.decline_code;
  const message = error.message ?? 'The card was not charged.';
  return { status: 'failed', intentId, code: reason ?? error.code ?? otherwise, message };
}

export function refundOf(refund: Stripe.Refund): ProcessorRefund {
  return {
    refundId: refund.id,
    idempotencyKey: refund.metadata?.[KEY_METADATA] ?? null,
    amountCents: refund.amount,
    status: refundStatus(refund.status),
  };
}

export function outcomeOfRefund(refund: Stripe.Refund): CardRefundOutcome {
  const { refundId, status } = refundOf(refund);
  return status === 'failed'
    ? { status, refundId, code: refund.failure_reason ?? 'refund_failed' }
    : { status, refundId };
}

function refundStatus(status: string | null): ProcessorRefund['status'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'succeeded' : 'pending';
}

export function savedCardOf({ id, type, card }: Stripe.PaymentMethod): SavedCard {
  const { brand = null, last4 = null, exp_month: expMonth = null, exp_year: expYear = null } = card ?? {};
  return { processorPaymentMethodId: id, type, brand, last4, expMonth, expYear };
}
