import { randomBytes } from 'node:crypto';
import { findSandboxCard } from '../../../sandbox/processors/sandbox-cards';
import type { Form } from './stripe-form';

type Json = Record<string, unknown>;

export interface FakeMethod {
  readonly id: string;
  /** The test payment method that it was created from. */
  readonly card: string;
  customer: string | null;
}

export interface FakeIntent extends Json {
  readonly id: string;
  readonly amount: number;
  status: string;
  last_payment_error: Json | null;
}

export interface FakeRefund extends Json {
  readonly id: string;
  readonly amount: number;
  readonly payment_intent: string;
  status: string;
}

export interface FakeDispute extends Json {
  readonly id: string;
  readonly payment_intent: string;
  status: string;
}

/** An error in Stripe's format (docs.stripe.com/api/errors). */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Json,
  ) {
    super('Refused.');
  }
}

const random = () => randomBytes(8).toString('hex');
const RANDOM_BYTES_OF_SECRET = 12;

export function refusal(status: number, code: string, message: string, more: Json = {}): StripeRefusal {
  const type = status === 402 ? 'card_error' : 'invalid_request_error';
  return new StripeRefusal(status, { type, code, message, ...more });
}

export function missing(what: string, id: string): StripeRefusal {
  return refusal(404, 'resource_missing', `No such ${what}: '${id}'`, { param: what });
}

/** The state of the fake, and its events. */
export class StripeState {
  readonly customers = new Map<string, Json>();
  readonly methods = new Map<string, FakeMethod>();
  readonly intents = new Map<string, FakeIntent>();
  readonly setups = new Map<string, Json>();
  readonly refunds: FakeRefund[] = [];
  readonly endpoints: Json[] = [];
  readonly disputes: FakeDispute[] = [];
  /** Bodies of the events that `callbacks` has not returned yet. */
  readonly events: string[] = [];

  newId(prefix: string): string {
    return `${prefix}_fake${random()}`;
  }

  newSecret(id: string): string {
    return `${id}_secret_${randomBytes(RANDOM_BYTES_OF_SECRET).toString('hex')}`;
  }

  addEvent(type: string, object: Json): void {
    const created = Math.floor(Date.now() / 1000);
    this.events.push(
      JSON.stringify({ id: this.newId('evt'), object: 'event', type, created, livemode: false, data: { object } }),
    );
  }

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw missing('payment_intent', id);
    return intent;
  }

  /** Test payment methods exist for every account; each use creates a new method. */
  method(id: string): FakeMethod {
    const kept = this.methods.get(id);
    if (kept) return kept;
    if (!findSandboxCard(id)) throw missing('payment_method', id);
    const made: FakeMethod = { id: this.newId('pm'), card: id, customer: null };
    this.methods.set(made.id, made);
    return made;
  }

  showMethod({ id, card, customer }: FakeMethod): Json {
    const { brand, last4 } = findSandboxCard(card) ?? { brand: 'visa', last4: '4242' };
    const details = { brand, last4, exp_month: 12, exp_year: 2040 };
    return { id, object: 'payment_method', type: 'card', card: details, customer, metadata: {} };
  }

  leftOf(intent: FakeIntent): number {
    const gone = this.refunds.filter(
      ({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed',
    );
    return gone.reduce((cents, { amount }) => cents - amount, intent.amount);
  }

  addRefund(intent: FakeIntent, amount: number, metadata: Form): FakeRefund {
    if (intent.status !== 'succeeded' || this.leftOf(intent) < amount) {
      throw refusal(400, 'charge_already_refunded', 'The refund exceeds what is left of the charge.');
    }
    const ids = { id: this.newId('re'), object: 'refund', payment_intent: intent.id };
    const refund: FakeRefund = { ...ids, amount, currency: 'usd', status: 'succeeded', metadata };
    this.refunds.push(refund);
    this.addEvent('charge.refunded', {
      id: this.newId('ch'),
      object: 'charge',
      payment_intent: intent.id,
      metadata: {},
    });
    return refund;
  }

  addDispute(intent: FakeIntent, amount = intent.amount): FakeDispute {
    const ids = { id: this.newId('dp'), object: 'dispute', payment_intent: intent.id };
    const dispute: FakeDispute = { ...ids, amount, currency: 'usd', status: 'needs_response', metadata: {} };
    this.disputes.push(dispute);
    this.addEvent('charge.dispute.created', dispute);
    return dispute;
  }

  /** Confirms a charge; throws card_error with the intent, as Stripe does. */
  confirm(intent: FakeIntent, method: FakeMethod, offSession: boolean): void {
    const card = findSandboxCard(method.card);
    const authentication = { code: 'authentication_required', message: 'Your card was declined.' };
    const decline = card?.charging ?? card?.attaching ?? (card?.authenticates && offSession ? authentication : null);
    if (decline) this.decline(intent, decline);
    intent.status = card?.authenticates ? 'requires_action' : 'succeeded';
    this.addEvent(`payment_intent.${intent.status}`, intent);
    if (card?.disputed) this.addDispute(intent);
  }

  private decline(intent: FakeIntent, { code, message }: { readonly code: string; readonly message: string }): never {
    const declineCode = code === 'card_declined' ? 'generic_decline' : code;
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { type: 'card_error', code, decline_code: declineCode, message };
    this.addEvent('payment_intent.payment_failed', intent);
    throw refusal(402, code, message, { decline_code: declineCode, payment_intent: intent });
  }
}
