import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock, invalidFields } from '@trunkline/kernel';
import type { FaultKind } from '@trunkline/platform';
import {
  type CallbackState,
  type CardCharge,
  type CardChargeOutcome,
  type CardProcessor,
  type CardRefundOrder,
  type CardRefundOutcome,
  type CardSetup,
  type CardSetupOrder,
  type ChargeRef,
  type ProcessorRefund,
  ProcessorUnavailable,
  SETUP_LIFETIME_SECONDS,
} from '../../application/card-processor';
import type { ProcessorEvent } from '../../application/processor-events/processor-event';
import { BillingErrors } from '../../domain/errors';
import type { SavedCard } from '../../domain/payment-method';
import { findSandboxCard, savedSandboxCard } from './sandbox-cards';
import type { SandboxCharge, SandboxCharges, SandboxDecision, SandboxDispute } from './sandbox-charges';
import { SandboxEvents } from './sandbox-events';
import { sandboxId, type SandboxSecrets } from './sandbox-secrets';
import { SignedEvents } from '../../infrastructure/processors/signed-events';

/** Takes the fault that an operator scripted for the next request; see SandboxFaults. */
export interface RequestFaults {
  take(target: 'processor', point: 'request'): Promise<FaultKind | null>;
}

const SLOW_MS = 3000;

/** A card processor that behaves like Stripe's test mode. sandbox-cards.ts lists the test cards. */
export class SandboxCardProcessor implements CardProcessor {
  readonly name = 'sandbox';
  private readonly events: SandboxEvents;
  private readonly signed: SignedEvents;

  constructor(
    private readonly charges: SandboxCharges,
    private readonly secrets: SandboxSecrets,
    private readonly requestFaults: RequestFaults,
    private readonly clock: Clock,
  ) {
    this.events = new SandboxEvents(clock);
    this.signed = new SignedEvents([secrets.webhookSecret], clock);
  }

  charge(order: CardCharge): Promise<CardChargeOutcome> {
    return this.request(async () => {
      const charge = this.decided(order);
      const dispute = this.disputeOf(charge);
      const events = [this.events.ofCharge(charge)];
      if (dispute) events.push(this.events.ofDispute(charge, dispute, 'created'));
      const kept = await this.charges.chargeOnce(charge, events, dispute);
      if (kept.amountCents !== order.amountCents || kept.processorPaymentMethodId !== order.processorPaymentMethodId) {
        throw new Error(`Idempotency key ${order.idempotencyKey} was used for another charge.`);
      }
      return this.outcomeOf(kept);
    });
  }

  find({ idempotencyKey, intentId }: ChargeRef): Promise<CardChargeOutcome | null> {
    return this.request(async () => {
      const kept =
        intentId === null ? await this.charges.findByKey(idempotencyKey) : await this.charges.findByIntent(intentId);
      return kept && this.outcomeOf(kept);
    });
  }

  refund({ idempotencyKey, intentId, amountCents }: CardRefundOrder): Promise<CardRefundOutcome> {
    return this.request(async () => {
      const charge = await this.charges.findByIntent(intentId);
      if (charge?.status !== 'succeeded') return { status: 'failed', refundId: null, code: 'resource_missing' };
      const refund = { refundId: sandboxId('re'), intentId, idempotencyKey, amountCents, createdAt: this.clock.now() };
      const kept = await this.charges.refundOnce(refund, this.events.ofRefund(charge, refund));
      return kept
        ? { status: 'succeeded', refundId: kept.refundId }
        : { status: 'failed', refundId: null, code: 'charge_already_refunded' };
    });
  }

  refundsOf(intentId: string): Promise<ProcessorRefund[]> {
    return this.request(async () => {
      const refunds = await this.charges.refundsOf(intentId);
      return refunds.map(({ refundId, idempotencyKey, amountCents }) => {
        return { refundId, idempotencyKey, amountCents, status: 'succeeded' as const };
      });
    });
  }

  setUp({ idempotencyKey }: CardSetupOrder): Promise<CardSetup> {
    return this.request(() => {
      const setupId = this.secrets.setupIdOf(idempotencyKey);
      return Promise.resolve({
        setupId,
        clientSecret: this.secrets.clientSecretOf(setupId),
        publishableKey: 'pk_sandbox',
        expiresAt: addSeconds(this.clock.now(), SETUP_LIFETIME_SECONDS),
      });
    });
  }

  cancelSetUp(): Promise<void> {
    return this.request(() => Promise.resolve());
  }

  attach(_accountId: string, processorPaymentMethodId: string): Promise<SavedCard> {
    return this.request(() => {
      const card = findSandboxCard(processorPaymentMethodId);
      if (!card) {
        throw invalidFields({ processor_payment_method_id: 'is unknown to the card processor' });
      }
      if (card.attaching) throw BillingErrors.payment_method_declined({ message: card.attaching.message });
      return Promise.resolve(savedSandboxCard(processorPaymentMethodId, card));
    });
  }

  detach(_processorPaymentMethodId: string): Promise<void> {
    return this.request(() => Promise.resolve());
  }

  callbackState(): Promise<CallbackState> {
    return Promise.resolve('enabled');
  }

  readEvent(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null> {
    return this.signed.read(rawBody, signature);
  }

  private decided(order: CardCharge): SandboxCharge {
    const { idempotencyKey, accountId, amountCents, currency, processorPaymentMethodId } = order;
    return {
      idempotencyKey,
      intentId: sandboxId('pi'),
      accountId,
      processorPaymentMethodId,
      amountCents,
      currency,
      ...decide(order),
      createdAt: this.clock.now(),
    };
  }

  private disputeOf({ intentId, amountCents, processorPaymentMethodId, status }: SandboxCharge): SandboxDispute | null {
    if (status !== 'succeeded' || !findSandboxCard(processorPaymentMethodId)?.disputed) return null;
    const createdAt = this.clock.now();
    return { disputeId: sandboxId('dp'), intentId, amountCents, status: 'needs_response', createdAt };
  }

  private outcomeOf({ status, intentId, failureCode, failureMessage }: SandboxCharge): CardChargeOutcome {
    switch (status) {
      case 'failed':
        return { status, intentId, code: failureCode ?? 'card_declined', message: failureMessage ?? 'Declined.' };
      case 'requires_action':
        return { status, intentId, clientSecret: this.secrets.clientSecretOf(intentId) };
      default:
        return { status, intentId };
    }
  }

  /** Performs a request, with the scripted fault if there is one. */
  private async request<T>(act: () => Promise<T>): Promise<T> {
    const fault = await this.requestFaults.take('processor', 'request');
    if (fault === 'slow') await pause(SLOW_MS);
    if (fault === 'error') throw new ProcessorUnavailable('The sandbox was asked to fail.');
    if (fault === 'duplicate') await act();
    const answer = await act();
    if (fault === 'timeout') throw new ProcessorUnavailable('The sandbox was asked not to answer.');
    return answer;
  }
}

function decide({ processorPaymentMethodId, offSession }: CardCharge): SandboxDecision {
  const card = findSandboxCard(processorPaymentMethodId);
  const decline = card?.charging ?? card?.attaching;
  if (!card) return refused('resource_missing', 'The processor knows no such payment method.');
  if (decline) return refused(decline.code, decline.message);
  if (!card.authenticates) return { status: 'succeeded', failureCode: null, failureMessage: null };
  // Stripe declines off-session charges that require authentication.
  if (offSession) return refused('authentication_required', 'Your card was declined. It requires authentication.');
  return { status: 'requires_action', failureCode: null, failureMessage: null };
}

function refused(failureCode: string, failureMessage: string): SandboxDecision {
  return { status: 'failed', failureCode, failureMessage };
}
