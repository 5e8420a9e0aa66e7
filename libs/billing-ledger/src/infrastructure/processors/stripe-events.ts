import type Stripe from 'stripe';
import type { ProcessorUpdate } from '../../application/processor-events/processor-event';
import { KEY_METADATA, outcomeOfIntent } from './stripe-objects';

/** Converts Stripe's events (docs.stripe.com/api/events/types); null for types that billing ignores. */
export function toUpdate(event: Stripe.Event): ProcessorUpdate | null {
  return ofIntentEvent(event) ?? ofDisputeEvent(event) ?? ofRefundEvent(event);
}

function ofIntentEvent(event: Stripe.Event): ProcessorUpdate | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled':
      return ofIntent(event.data.object);
    default:
      return null;
  }
}

function ofDisputeEvent(event: Stripe.Event): ProcessorUpdate | null {
  switch (event.type) {
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
      return ofDispute(event.data.object);
    case 'charge.dispute.funds_reinstated':
      return disputeUpdate(event.data.object, 'reinstated');
    case 'charge.dispute.closed':
      return ofClosedDispute(event.data.object);
    default:
      return null;
  }
}

function ofRefundEvent(event: Stripe.Event): ProcessorUpdate | null {
  switch (event.type) {
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundUpdate(event.data.object.payment_intent);
    default:
      return null;
  }
}

function ofIntent(intent: Stripe.PaymentIntent): ProcessorUpdate | null {
  // Another system may charge through the same Stripe account.
  const { [KEY_METADATA]: idempotencyKey } = { ...intent.metadata };
  if (!idempotencyKey) return null;
  const outcome = outcomeOfIntent(intent);
  const intentId = intent.id;
  const money = { amountCents: intent.amount, currency: intent.currency.toUpperCase() };
  const charge = { about: 'charge', idempotencyKey, intentId, ...money } as const;
  if (outcome.status === 'failed') return { ...charge, outcome };
  return { ...charge, outcome: outcome.status === 'succeeded' ? { status: 'succeeded', intentId } : null };
}

/** An inquiry (`warning_…`) takes no money. It may become a dispute, which does. */
function ofDispute(dispute: Stripe.Dispute): ProcessorUpdate | null {
  return String(dispute.status).startsWith('warning_') ? null : disputeUpdate(dispute, 'withdrawn');
}

/** A lost dispute withdraws the money, even if the withdrawal was not reported. A closed inquiry has moved none. */
function ofClosedDispute(dispute: Stripe.Dispute): ProcessorUpdate | null {
  if (dispute.status === 'won') return disputeUpdate(dispute, 'reinstated');
  return dispute.status === 'lost' ? disputeUpdate(dispute, 'withdrawn') : null;
}

function disputeUpdate(dispute: Stripe.Dispute, funds: 'withdrawn' | 'reinstated'): ProcessorUpdate | null {
  const intentId = idOf(dispute.payment_intent);
  return intentId === null
    ? null
    : { about: 'dispute', disputeId: dispute.id, intentId, amountCents: dispute.amount, funds };
}

function refundUpdate(intent: string | { readonly id: string } | null): ProcessorUpdate | null {
  const intentId = idOf(intent);
  return intentId === null ? null : { about: 'refunds', intentId };
}

/** A reference is an id, or the object itself if the endpoint expands it. */
function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
