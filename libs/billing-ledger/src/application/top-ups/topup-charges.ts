import { type Clock, type EventBus, type Transactor } from '@trunkline/kernel';
import type { Topup } from '../../domain/top-ups/topup';
import {
  type CardChargeOutcome,
  type CardProcessor,
  CHARGE_KEY_LIFETIME_SECONDS,
  ProcessorUnavailable,
} from '../card-processor';
import type { Ledger } from '../journal/ledger';
import type { TopupRepository } from './ports';

const LOST: CardChargeOutcome = {
  status: 'failed',
  intentId: null,
  code: 'processor_unavailable',
  message: 'The card processor could not be reached, and the card was not charged.',
};

/**
 * Takes an open top-up to the processor and back: the charge outside of any transaction, then one transaction that
 * settles what came of it. The balance is credited only by the transaction that marks the top-up succeeded, whoever
 * brings the news, so every step may be repeated and two may run at once.
 */
export class TopupCharges {
  constructor(
    private readonly tx: Transactor,
    private readonly topups: TopupRepository,
    private readonly ledger: Ledger,
    private readonly processor: CardProcessor,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Finishes the top-up as far as the processor can tell; one whose outcome stays unknown stays as it was. */
  async pursue(topup: Topup): Promise<Topup> {
    try {
      return await this.settle(topup.id, await this.outcomeOf(topup));
    } catch (error) {
      if (error instanceof ProcessorUnavailable) return topup;
      throw error;
    }
  }

  /** Records what the processor says of a top-up; news of one that succeeded already changes nothing. */
  settle(topupId: string, outcome: CardChargeOutcome): Promise<Topup> {
    return this.tx.run(async () => {
      const topup = await this.topups.lock(topupId);
      const isNews = outcome.status === 'succeeded' ? topup.status !== 'succeeded' : topup.isOpen;
      if (!isNews) return topup;
      await this.apply(topup, outcome);
      await this.topups.save(topup);
      return topup;
    });
  }

  private async outcomeOf(topup: Topup): Promise<CardChargeOutcome> {
    const { idempotencyKey, processorPaymentIntentId: intentId } = topup;
    const ageSeconds = (this.clock.now().getTime() - topup.createdAt.getTime()) / 1000;
    if (intentId === null && ageSeconds < CHARGE_KEY_LIFETIME_SECONDS) return this.charge(topup);
    return (await this.processor.find({ idempotencyKey, intentId })) ?? LOST;
  }

  private charge(topup: Topup): Promise<CardChargeOutcome> {
    const { idempotencyKey, accountId, amountCents, currency, processorPaymentMethodId, auto } = topup;
    const description = descriptionOf(topup);
    const card = { processorPaymentMethodId, offSession: auto };
    return this.processor.charge({ idempotencyKey, accountId, amountCents, currency, description, ...card });
  }

  private async apply(topup: Topup, outcome: CardChargeOutcome): Promise<void> {
    switch (outcome.status) {
      case 'processing':
        return topup.awaitProcessor(outcome.intentId);
      case 'requires_action':
        return topup.awaitCustomer(outcome.intentId, outcome.clientSecret);
      case 'failed':
        return topup.fail(outcome, this.clock.now());
      case 'succeeded':
        return this.credit(topup, outcome.intentId);
    }
  }

  private async credit(topup: Topup, processorPaymentIntentId: string): Promise<void> {
    const { id: topupId, accountId, amountCents } = topup;
    const description = descriptionOf(topup);
    const credit = { accountId, topupId, amountCents, description, processorPaymentIntentId };
    const { transactionId } = await this.ledger.creditTopup(credit);
    topup.succeed(processorPaymentIntentId, transactionId, this.clock.now());
    const data = { topup_id: topupId, amount_cents: amountCents, transaction_id: transactionId };
    await this.events.publish({ type: 'billing.topup.succeeded', accountId, data });
  }
}

function descriptionOf({ description, auto }: Topup): string {
  return description ?? (auto ? 'Auto-recharge' : 'Card top-up');
}
