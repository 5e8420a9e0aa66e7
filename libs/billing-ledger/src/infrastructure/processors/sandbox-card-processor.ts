import { randomBytes } from 'node:crypto';
import { addSeconds, type Clock, invalidFields } from '@trunkline/kernel';
import {
  type CardCharge,
  type CardChargeOutcome,
  CardProcessor,
  type CardSetup,
} from '../../application/card-processor';
import { BillingErrors } from '../../domain/errors';
import type { SavedCard } from '../../domain/payment-method';
import { findSandboxCard, savedSandboxCard } from './sandbox-cards';

/** What the sandbox remembers of one charge. */
export interface SandboxCharge {
  readonly idempotencyKey: string;
  readonly intentId: string;
  readonly accountId: string;
  readonly processorPaymentMethodId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly status: CardChargeOutcome['status'];
  readonly clientSecret: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly createdAt: Date;
}

/** The sandbox's own memory, which outlives us as a real processor's does. */
export abstract class SandboxCharges {
  /** Keeps the charge, or answers the one that was kept under its key before. */
  abstract once(charge: SandboxCharge): Promise<SandboxCharge>;
  abstract find(idempotencyKey: string): Promise<SandboxCharge | null>;
}

type Decided = Pick<SandboxCharge, 'status' | 'clientSecret' | 'failureCode' | 'failureMessage'>;

const SETUP_SECONDS = 3600;
const SECRET_BYTES = 16;
const random = () => randomBytes(SECRET_BYTES).toString('hex');
const UNDECIDED = { clientSecret: null, failureCode: null, failureMessage: null };

/** A card processor that is always there and behaves as Stripe's test mode does; which card does what: sandbox-cards.ts. */
export class SandboxCardProcessor extends CardProcessor {
  readonly name = 'sandbox';

  constructor(
    private readonly charges: SandboxCharges,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async charge(charge: CardCharge): Promise<CardChargeOutcome> {
    const { idempotencyKey, accountId, amountCents, currency, processorPaymentMethodId } = charge;
    const intentId = `pi_sandbox_${random()}`;
    const kept = await this.charges.once({
      ...decide(charge, intentId),
      idempotencyKey,
      accountId,
      amountCents,
      currency,
      processorPaymentMethodId,
      intentId,
      createdAt: this.clock.now(),
    });
    if (kept.amountCents !== amountCents || kept.processorPaymentMethodId !== processorPaymentMethodId) {
      throw new Error(`Idempotency key ${idempotencyKey} was used for another charge.`);
    }
    return outcomeOf(kept);
  }

  override async find({ idempotencyKey }: { readonly idempotencyKey: string }): Promise<CardChargeOutcome | null> {
    const kept = await this.charges.find(idempotencyKey);
    return kept && outcomeOf(kept);
  }

  override setUp(): Promise<CardSetup> {
    const setupId = `seti_sandbox_${random()}`;
    return Promise.resolve({
      setupId,
      clientSecret: `${setupId}_secret_${random()}`,
      publishableKey: 'pk_sandbox',
      expiresAt: addSeconds(this.clock.now(), SETUP_SECONDS),
    });
  }

  override async attach(_accountId: string, processorPaymentMethodId: string): Promise<SavedCard> {
    const card = findSandboxCard(processorPaymentMethodId);
    if (!card) throw invalidFields({ processor_payment_method_id: 'is not a payment method that the processor knows' });
    if (card.attaching) throw BillingErrors.payment_method_declined({ message: card.attaching.message });
    return Promise.resolve(savedSandboxCard(processorPaymentMethodId, card));
  }

  override detach(): Promise<void> {
    return Promise.resolve();
  }
}

function decide({ processorPaymentMethodId, offSession }: CardCharge, intentId: string): Decided {
  const card = findSandboxCard(processorPaymentMethodId);
  const decline = card?.charging ?? card?.attaching;
  if (!card) return refused('resource_missing', 'The processor knows no such payment method.');
  if (decline) return refused(decline.code, decline.message);
  if (!card.authenticates) return { ...UNDECIDED, status: 'succeeded' };
  // Stripe declines what would need the customer when nobody is there to authenticate.
  if (offSession) return refused('authentication_required', 'Your card was declined. It requires authentication.');
  return { ...UNDECIDED, status: 'requires_action', clientSecret: `${intentId}_secret_${random()}` };
}

function refused(failureCode: string, failureMessage: string): Decided {
  return { ...UNDECIDED, status: 'failed', failureCode, failureMessage };
}

function outcomeOf({ status, intentId, clientSecret, failureCode, failureMessage }: SandboxCharge): CardChargeOutcome {
  switch (status) {
    case 'failed':
      return { status, intentId, code: failureCode ?? 'card_declined', message: failureMessage ?? 'Declined.' };
    case 'requires_action':
      return { status, intentId, clientSecret: clientSecret ?? '' };
    default:
      return { status, intentId };
  }
}
