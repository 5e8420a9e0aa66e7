import { type Clock, unixSeconds } from '@trunkline/kernel';
import type { SandboxCharge, SandboxDispute, SandboxEvent, SandboxRefund } from './sandbox-charges';
import { sandboxId } from './sandbox-secrets';
import { KEY_METADATA } from '../../infrastructure/processors/stripe-objects';

const INTENT_STATUS: Readonly<Record<SandboxCharge['status'], string>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'requires_action',
  failed: 'requires_payment_method',
};

const INTENT_EVENT: Readonly<Record<SandboxCharge['status'], string>> = {
  succeeded: 'payment_intent.succeeded',
  processing: 'payment_intent.processing',
  requires_action: 'payment_intent.requires_action',
  failed: 'payment_intent.payment_failed',
};

/** Creates the sandbox's events, as the part of Stripe's events that is read (docs.stripe.com/api/events/object). */
export class SandboxEvents {
  constructor(private readonly clock: Clock) {}

  ofCharge(charge: SandboxCharge): SandboxEvent {
    const { intentId, amountCents, currency, failureCode, failureMessage, accountId } = charge;
    const error = failureCode && { code: failureCode, message: failureMessage };
    return this.event(INTENT_EVENT[charge.status], accountId, {
      id: intentId,
      object: 'payment_intent',
      amount: amountCents,
      currency: currency.toLowerCase(),
      status: INTENT_STATUS[charge.status],
      metadata: { [KEY_METADATA]: charge.idempotencyKey, account_id: accountId },
      last_payment_error: error,
    });
  }

  ofDispute({ accountId, currency }: SandboxCharge, dispute: SandboxDispute, moment: string): SandboxEvent {
    return this.event(`charge.dispute.${moment}`, accountId, {
      id: dispute.disputeId,
      object: 'dispute',
      amount: dispute.amountCents,
      currency: currency.toLowerCase(),
      status: dispute.status,
      payment_intent: dispute.intentId,
    });
  }

  ofRefund({ accountId, currency, intentId }: SandboxCharge, refund: SandboxRefund): SandboxEvent {
    return this.event('refund.created', accountId, {
      id: refund.refundId,
      object: 'refund',
      amount: refund.amountCents,
      currency: currency.toLowerCase(),
      status: 'succeeded',
      payment_intent: intentId,
      metadata: refund.idempotencyKey === null ? {} : { [KEY_METADATA]: refund.idempotencyKey },
    });
  }

  private event(type: string, accountId: string, object: object): SandboxEvent {
    const id = sandboxId('evt');
    const createdAt = this.clock.now();
    const body = { id, object: 'event', type, created: unixSeconds(createdAt), livemode: false, data: { object } };
    return { id, accountId, body: JSON.stringify(body), createdAt };
  }
}
