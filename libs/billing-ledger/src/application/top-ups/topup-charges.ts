import { type Clock, type EventBus, type Transactor } from '@trunkline/kernel';
import type { Topup } from '../../domain/topup';
import {
  type CardChargeOutcome,
  type CardProcessor,
  CHARGE_KEY_LIFETIME_SECONDS,
  ProcessorUnavailable,
} from '../card-processor';
import type { Ledger } from '../ledger';
import type { TopupRepository } from './ports';

const NOT_FOUND: CardChargeOutcome = {
  status: 'failed',
  intentId: null,
  code: 'processor_unavailable',
  message: 'The card processor could not be reached, and the card was not charged.',
};

/**
 * Charges an open top-up at the processor, outside of any transaction, then settles the outcome in one. Only the
 * transaction that marks the top-up succeeded credits the balance, so every step is safe to repeat and to run concurrently.
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

  /** Charges the card, or reads the outcome of an earlier charge. A top-up with an unknown outcome stays open. */
  async complete(topup: Topup): Promise<Topup> {
    try {
      return await this.settle(topup.id, await this.outcomeOf(topup));
    } catch (error) {
      if (error instanceof ProcessorUnavailable) return topup;
      throw error;
    }
  }

  /** Records the processor's outcome. A succeeded top-up never changes again. */
  settle(topupId: string, outcome: CardChargeOutcome): Promise<Topup> {
    return this.tx.run(async () => {
      const topup = await this.topups.lock(topupId);
      const isChange = outcome.status === 'succeeded' ? topup.status !== 'succeeded' : topup.isOpen;
      if (!isChange) return topup;
      await this.apply(topup, outcome);
      await this.topups.save(topup);
      return topup;
    });
  }

  private async outcomeOf(topup: Topup): Promise<CardChargeOutcome> {
    const { idempotencyKey, processorPaymentIntentId: intentId } = topup;
    const ageSeconds = (this.clock.now().getTime() - topup.createdAt.getTime()) / 1000;
    if (intentId === null && ageSeconds < CHARGE_KEY_LIFETIME_SECONDS) return this.charge(topup);
    return (await this.processor.find({ idempotencyKey, intentId })) ?? NOT_FOUND;
  }

  private charge(topup: Topup): Promise<CardChargeOutcome> {
    const { idempotencyKey, accountId, amountCents, currency, processorPaymentMethodId, auto } = topup;
    return this.processor.charge({
      idempotencyKey,
      accountId,
      amountCents,
      currency,
      description: descriptionOf(topup),
      processorPaymentMethodId,
      offSession: auto,
    });
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
    const { transactionId } = await this.ledger.creditTopup({
      accountId,
      topupId,
      amountCents,
      description: descriptionOf(topup),
      processorPaymentIntentId,
    });
    topup.succeed(processorPaymentIntentId, transactionId, this.clock.now());
    const data = { topup_id: topupId, amount_cents: amountCents, transaction_id: transactionId };
    await this.events.publish({ type: 'billing.topup.succeeded', accountId, data });
  }
}

function descriptionOf({ description, auto }: Topup): string {
  return description ?? (auto ? 'Auto-recharge' : 'Card top-up');
}
