import type { Topup } from '../../domain/topup';
import type { CardProcessor, ProcessorRefund } from '../card-processor';
import type { PaymentRef } from '../refunds/ports';
import type { RecordReversals } from '../refunds/record-reversals';
import type { CardRefunds } from '../refunds/card-refunds';
import type { TopupRepository } from '../top-ups/ports';
import type { TopupCharges } from '../top-ups/topup-charges';
import { type ChargeUpdate, chargeOf, type DisputeUpdate, type ProcessorUpdate } from './processor-event';

/** Applies what the processor reports about a charge to the top-up and the wallet. Safe to repeat, in any order. */
export class ApplyProcessorUpdate {
  constructor(
    private readonly topups: TopupRepository,
    private readonly charges: TopupCharges,
    private readonly reversals: RecordReversals,
    private readonly processor: CardProcessor,
    private readonly cardRefunds: CardRefunds,
  ) {}

  /** Returns false while the update matches no top-up. Rejects with ProcessorUnavailable. */
  async apply(update: ProcessorUpdate): Promise<boolean> {
    const topup = await this.topups.findByCharge(chargeOf(update));
    if (!topup) return false;
    switch (update.about) {
      case 'charge':
        return this.applyCharge(topup, update);
      case 'dispute':
        return this.applyDispute(topup, update);
      case 'refunds':
        return this.applyRefunds(topup, update.intentId);
    }
  }

  private async applyCharge(topup: Topup, update: ChargeUpdate): Promise<boolean> {
    const { intentId, outcome } = update;
    const known = topup.processorPaymentIntentId ?? intentId;
    const isSameMoney = update.amountCents === topup.amountCents && update.currency === topup.currency;
    if (!isSameMoney || known !== intentId) {
      throw new Error(`${topup.id} was charged as ${intentId} with another amount or currency, or twice.`);
    }
    if (outcome) await this.charges.settle(topup.id, outcome);
    else if (topup.isOpen) await this.charges.complete(topup);
    return true;
  }

  /** A chargeback may overdraw the wallet: the bank has already taken the money. */
  private async applyDispute(topup: Topup, update: DisputeUpdate): Promise<boolean> {
    if (!(await this.isCredited(topup))) return false;
    const { disputeId, intentId, amountCents, funds } = update;
    const id = `dispute:${disputeId}`;
    await this.reversals.record(paymentOf(topup, intentId), {
      id,
      kind: 'chargeback',
      amountCents,
      isReturned: funds === 'reinstated',
      takenAs: { reference: id, description: 'Card payment disputed' },
      returnedAs: { reference: `${id}:reinstated`, description: 'Dispute won' },
    });
    return true;
  }

  private async applyRefunds(topup: Topup, intentId: string): Promise<boolean> {
    if (!(await this.isCredited(topup))) return false;
    const payment = paymentOf(topup, intentId);
    for (const refund of await this.processor.refundsOf(intentId)) {
      if (!(await this.cardRefunds.settleReported(refund))) await this.recordExternalRefund(payment, refund);
    }
    return true;
  }

  /** A refund that was made at the processor debits the wallet, unless it failed. */
  private recordExternalRefund(payment: PaymentRef, refund: ProcessorRefund): Promise<void> {
    const { refundId, amountCents, status } = refund;
    const id = `card-refund:${refundId}`;
    return this.reversals.record(payment, {
      id,
      kind: 'refund',
      amountCents,
      isReturned: status === 'failed',
      takenAs: { reference: id, description: 'Refund to the card' },
      returnedAs: { reference: `${id}:failed`, description: 'Refund to the card failed' },
    });
  }

  /** A disputed or refunded charge has succeeded: completes the top-up first if its success is not known yet. */
  private async isCredited(topup: Topup): Promise<boolean> {
    const settled = topup.status === 'succeeded' ? topup : await this.charges.complete(topup);
    return settled.status === 'succeeded';
  }
}

function paymentOf({ id, accountId }: Topup, processorPaymentIntentId: string): PaymentRef {
  return { accountId, topupId: id, processorPaymentIntentId };
}
