import { newId } from '@trunkline/kernel';
import type { CardCharge, CardProcessor } from '../../application/card-processor';
import type { SignedCallback } from './fake-stripe/fake-stripe';

/** A processor under test, with the actions of its customers and staff. */
export interface ProcessorUnderTest {
  readonly processor: CardProcessor;
  /** Returns the events since the last call, signed now. */
  readonly callbacks: () => Promise<SignedCallback[]>;
  readonly authenticate: (intentId: string) => Promise<void>;
  readonly winDispute: (intentId: string) => Promise<void>;
  /** Refunds at the processor, without the port. */
  readonly refundElsewhere: (intentId: string, amountCents: number) => Promise<void>;
  /** Whether the processor has the card saved. */
  readonly isAttached: (processorPaymentMethodId: string) => boolean;
  /** Whether a card can still be sent with the setup. */
  readonly isSetUpOpen: (setupId: string) => boolean;
  readonly advance: (seconds: number) => void;
}

export function chargeOrder(card: string, change: Partial<CardCharge> = {}): CardCharge {
  return {
    idempotencyKey: newId('top'),
    accountId: 'acc_1',
    amountCents: 2500,
    currency: 'USD',
    processorPaymentMethodId: card,
    description: 'Card top-up',
    offSession: false,
    ...change,
  };
}

/** Charges a card and returns the intent. */
export async function charged({ processor }: ProcessorUnderTest, card = 'pm_card_visa'): Promise<string> {
  const { processorPaymentMethodId } = await processor.attach('acc_1', card);
  const { intentId } = await processor.charge(chargeOrder(processorPaymentMethodId));
  if (intentId === null) throw new Error(`${card} was not charged.`);
  return intentId;
}
