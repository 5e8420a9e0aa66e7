import { addSeconds, type Clock, invalidFields } from '@trunkline/kernel';
import type { Log, StripeConfig } from '@trunkline/platform';
import type Stripe from 'stripe';
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
  SETUP_LIFETIME_SECONDS,
} from '../../application/card-processor';
import type { ProcessorEvent } from '../../application/processor-events/processor-event';
import { BillingErrors } from '../../domain/errors';
import type { SavedCard } from '../../domain/payment-method';
import type { SignedEvents } from './signed-events';
import type { StripeCustomers } from './stripe-customers';
import { isMissing, refusalOf, type StripeRefusal } from './stripe-errors';
import { failureOf, KEY_METADATA, outcomeOfIntent, outcomeOfRefund, refundOf, savedCardOf } from './stripe-objects';

const ENDPOINTS_MAX = 100;
/** Far more refunds than one charge ever has. */
const REFUNDS_MAX = 1000;
/** With retries below half a minute, for which a request may hold its `Idempotency-Key`. */
const TIMEOUT_MS = 8000;
/** Retries by the library, with the same key and increasing delays, before the outcome counts as unknown. */
const RETRIES = 2;

/** Charges cards through Stripe, with one customer per account and one PaymentIntent per charge. */
export class StripeCardProcessor implements CardProcessor {
  readonly name = 'stripe';
  private readonly stripe: Stripe;

  /** `library` comes from `stripeLibrary`. `timeoutMs` limits each request. */
  constructor(
    private readonly library: typeof Stripe,
    private readonly config: StripeConfig,
    private readonly customers: StripeCustomers,
    private readonly events: SignedEvents,
    private readonly clock: Clock,
    private readonly log: Log,
    timeoutMs = TIMEOUT_MS,
  ) {
    const { hostname, port, protocol } = config.apiBase;
    this.stripe = new library(config.secretKey, {
      host: hostname,
      protocol: protocol === 'http:' ? 'http' : 'https',
      ...(port && { port }),
      timeout: timeoutMs,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    });
  }

  async charge(charge: CardCharge): Promise<CardChargeOutcome> {
    const { idempotencyKey, amountCents, currency, description, offSession } = charge;
    const create = async () => {
      const customer = await this.customerOf(charge.accountId);
      const order = { amount: amountCents, currency: currency.toLowerCase(), customer, description };
      const card = { payment_method: charge.processorPaymentMethodId, payment_method_types: ['card'] };
      const metadata = { [KEY_METADATA]: idempotencyKey, account_id: charge.accountId };
      const params = { ...order, ...card, metadata, confirm: true, ...(offSession && { off_session: true }) };
      return outcomeOfIntent(await this.stripe.paymentIntents.create(params, { idempotencyKey }));
    };
    return this.request(create, ({ error }) => failureOf(error, error.payment_intent?.id ?? null, 'charge_refused'));
  }

  find({ idempotencyKey, intentId }: ChargeRef): Promise<CardChargeOutcome | null> {
    const find = async () => {
      if (intentId !== null) return outcomeOfIntent(await this.stripe.paymentIntents.retrieve(intentId));
      const query = `metadata['${KEY_METADATA}']:'${idempotencyKey}'`;
      const [intent] = (await this.stripe.paymentIntents.search({ query, limit: 1 })).data;
      return intent ? outcomeOfIntent(intent) : null;
    };
    return this.request(find, (refusal) => nothingOr(refusal, null));
  }

  refund({ idempotencyKey, intentId, amountCents }: CardRefundOrder): Promise<CardRefundOutcome> {
    const params = { payment_intent: intentId, amount: amountCents, metadata: { [KEY_METADATA]: idempotencyKey } };
    return this.request(
      async () => outcomeOfRefund(await this.stripe.refunds.create(params, { idempotencyKey })),
      ({ error }) => ({ status: 'failed', refundId: null, code: error.code ?? 'refund_refused' }),
    );
  }

  refundsOf(intentId: string): Promise<ProcessorRefund[]> {
    const list = () =>
      this.stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: REFUNDS_MAX });
    return this.request(
      async () => (await list()).map(refundOf),
      (refusal) => nothingOr(refusal, []),
    );
  }

  setUp({ accountId, idempotencyKey }: CardSetupOrder): Promise<CardSetup> {
    const create = async () => {
      const customer = await this.customerOf(accountId);
      const params = { customer, usage: 'off_session' as const, payment_method_types: ['card'] };
      const setup = await this.stripe.setupIntents.create(params, { idempotencyKey });
      return {
        setupId: setup.id,
        clientSecret: setup.client_secret ?? '',
        publishableKey: this.config.publishableKey,
        expiresAt: addSeconds(this.clock.now(), SETUP_LIFETIME_SECONDS),
      };
    };
    return this.request(create, rethrow);
  }

  async cancelSetUp(setupId: string): Promise<void> {
    // Stripe refuses to cancel a used or cancelled setup, which needs no cancellation.
    await this.request<unknown>(
      () => this.stripe.setupIntents.cancel(setupId),
      () => undefined,
    );
  }

  async attach(accountId: string, processorPaymentMethodId: string): Promise<SavedCard> {
    const customer = await this.request(() => this.customerOf(accountId), rethrow);
    const method = await this.request(
      () => this.stripe.paymentMethods.attach(processorPaymentMethodId, { customer }),
      (refusal) => this.ownMethod(processorPaymentMethodId, customer, refusal),
    );
    if (method.type !== 'card') throw unusable('is not a card');
    return savedCardOf(method);
  }

  async detach(processorPaymentMethodId: string): Promise<void> {
    const isGone = async () => (await this.stripe.paymentMethods.retrieve(processorPaymentMethodId)).customer === null;
    await this.request<unknown>(
      () => this.stripe.paymentMethods.detach(processorPaymentMethodId),
      async (refusal) => {
        if (isMissing(refusal) || (await this.request(isGone, (second) => nothingOr(second, true)))) return;
        throw refusal.error;
      },
    );
  }

  /** Reads the newest webhook endpoints, of which Stripe allows 16. */
  async callbackState(url: string): Promise<CallbackState> {
    const { data } = await this.stripe.webhookEndpoints.list({ limit: ENDPOINTS_MAX });
    const states = data.filter((endpoint) => endpoint.url === url).map(({ status }) => status);
    return states.length === 0 ? 'missing' : states.includes('enabled') ? 'enabled' : 'disabled';
  }

  readEvent(rawBody: Uint8Array, signature: string | null): Promise<ProcessorEvent | null> {
    return this.events.read(rawBody, signature);
  }

  /** Stripe refuses to attach the method of a completed setup, because it is already attached. */
  private async ownMethod(id: string, customer: string, refusal: StripeRefusal): Promise<Stripe.PaymentMethod> {
    if (refusal.kind === 'card') {
      throw BillingErrors.payment_method_declined({ message: refusal.error.message });
    }
    if (isMissing(refusal)) throw unusable('is unknown to the card processor');
    const method = await this.request(() => this.stripe.paymentMethods.retrieve(id), rethrow);
    if (method.customer !== customer) throw unusable('belongs to another customer');
    return method;
  }

  private async customerOf(accountId: string): Promise<string> {
    const known = await this.customers.find(accountId);
    if (known) return known;
    const idempotencyKey = `customer_${accountId}`;
    const created = await this.stripe.customers.create({ metadata: { account_id: accountId } }, { idempotencyKey });
    return this.customers.keep(accountId, created.id);
  }

  private async request<T>(act: () => Promise<T>, refused: (refusal: StripeRefusal) => T | Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      return refused(refusalOf(error, this.library, this.log));
    }
  }
}

function nothingOr<T>(refusal: StripeRefusal, nothing: T): T {
  if (isMissing(refusal)) return nothing;
  throw refusal.error;
}

function rethrow({ error }: StripeRefusal): never {
  throw error;
}

function unusable(message: string): Error {
  return invalidFields({ processor_payment_method_id: message });
}
