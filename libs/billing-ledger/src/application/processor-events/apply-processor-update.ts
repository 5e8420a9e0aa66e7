import type { Topup } from '../../domain/top-ups/topup';
import type { CardProcessor, ProcessorRefund } from '../card-processor';
import type { TopupRepository } from '../top-ups/ports';
import type { RecordReversals } from '../disputes/record-reversals';
import type { PaymentRef } from '../disputes/ports';
import type { TopupCharges } from '../top-ups/topup-charges';
import type { ChargeUpdate, DisputeUpdate, ProcessorUpdate, RefundUpdate } from './processor-event';
import { chargeOf } from './receive-processor-event';

/** Whoever asked for refunds of ours learns what became of them. */
export abstract class OwnRefunds {
  /** False when none of ours was asked for under its key. */
  abstract settleReported(refund: ProcessorRefund): Promise<boolean>;
}

/** Lets the wallet follow what the processor says of a charge. Every method may be repeated, in any order of the update. */
export class ApplyProcessorUpdate {
  constructor(
    private readonly topups: TopupRepository,
    private readonly charges: TopupCharges,
    private readonly reversals: RecordReversals,
    private readonly processor: CardProcessor,
    private readonly ownRefunds: OwnRefunds,
  ) {}

  /** False while no top-up of ours is known to be meant. Rejects with ProcessorUnavailable. */
  async follow(update: ProcessorUpdate): Promise<boolean> {
    const topup = await this.topups.findByCharge(chargeOf(update));
    if (!topup) return false;
    switch (update.about) {
      case 'charge':
        return this.followCharge(topup, update);
      case 'dispute':
        return this.followDispute(topup, update);
      case 'refunds':
        return this.followRefunds(topup, update);
    }
  }

  private async followCharge(topup: Topup, update: ChargeUpdate): Promise<boolean> {
    const { intentId, outcome } = update;
    const known = topup.processorPaymentIntentId ?? intentId;
    const isSameMoney = update.amountCents === topup.amountCents && update.currency === topup.currency;
    if (!isSameMoney || known !== intentId) {
      throw new Error(`${topup.id} was charged as ${intentId} with another amount or currency, or twice.`);
    }
    if (outcome) await this.charges.settle(topup.id, outcome);
    else if (topup.isOpen) await this.charges.pursue(topup);
    return true;
  }

  /** A chargeback may take the balance below zero: the money is gone, whatever was bought with it. */
  private async followDispute(topup: Topup, update: DisputeUpdate): Promise<boolean> {
    if (!(await this.isCredited(topup))) return false;
    const { disputeId, intentId, amountCents, funds } = update;
    const id = `dispute:${disputeId}`;
    await this.reversals.follow(paymentOf(topup, intentId), {
      id,
      kind: 'chargeback',
      amountCents,
      isReturned: funds === 'reinstated',
      takenAs: { reference: id, description: 'Card payment disputed' },
      returnedAs: { reference: `${id}:reinstated`, description: 'Dispute decided for us' },
    });
    return true;
  }

  private async followRefunds(topup: Topup, { intentId }: RefundUpdate): Promise<boolean> {
    if (!(await this.isCredited(topup))) return false;
    for (const refund of await this.processor.refundsOf(intentId)) {
      if (await this.isOwn(refund)) continue;
      await this.followRefund({ topup, intentId, refund });
    }
    return true;
  }

  private isOwn(refund: ProcessorRefund): Promise<boolean> {
    return refund.idempotencyKey === null ? Promise.resolve(false) : this.ownRefunds.settleReported(refund);
  }

  /** A refund made at the processor itself takes the money out of the wallet, unless it failed. */
  private followRefund({ topup, intentId, refund }: ExternalRefund): Promise<void> {
    const { refundId, amountCents, status } = refund;
    const id = `card-refund:${refundId}`;
    return this.reversals.follow(paymentOf(topup, intentId), {
      id,
      kind: 'refund',
      amountCents,
      isReturned: status === 'failed',
      takenAs: { reference: id, description: 'Refund to the card' },
      returnedAs: { reference: `${id}:failed`, description: 'Refund to the card failed' },
    });
  }

  /** What was given back or disputed was charged: if we have not heard of that yet, we ask. */
  private async isCredited(topup: Topup): Promise<boolean> {
    const settled = topup.status === 'succeeded' ? topup : await this.charges.pursue(topup);
    return settled.status === 'succeeded';
  }
}

interface ExternalRefund {
  readonly topup: Topup;
  readonly intentId: string;
  readonly refund: ProcessorRefund;
}

function paymentOf({ id, accountId }: Topup, processorPaymentIntentId: string): PaymentRef {
  return { accountId, topupId: id, processorPaymentIntentId };
}
