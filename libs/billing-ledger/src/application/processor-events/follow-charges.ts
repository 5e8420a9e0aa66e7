import type { Transactor } from '@trunkline/kernel';
import type { Topup } from '../../domain/topup';
import type { CardProcessor, ProcessorRefund } from '../card-processor';
import type { Ledger } from '../ledger';
import type { TopupRepository } from '../ports';
import type { TopupCharges } from '../topup-charges';
import type { ChargeNews, DisputeNews, ProcessorNews, RefundNews } from './processor-event';
import { chargeOf } from './receive-processor-event';

/** Whoever asked for refunds of ours learns what became of them. */
export abstract class OwnRefunds {
  /** False when none of ours was asked for under its key. */
  abstract settleReported(refund: ProcessorRefund): Promise<boolean>;
}

/** Lets the wallet follow what the processor says of a charge. Every method may be repeated, in any order of the news. */
export class FollowCharges {
  constructor(
    private readonly tx: Transactor,
    private readonly topups: TopupRepository,
    private readonly charges: TopupCharges,
    private readonly ledger: Ledger,
    private readonly processor: CardProcessor,
    private readonly ownRefunds: OwnRefunds,
  ) {}

  /** False while no top-up of ours is known to be meant. Rejects with ProcessorUnavailable. */
  async follow(news: ProcessorNews): Promise<boolean> {
    const topup = await this.topups.findByCharge(chargeOf(news));
    if (!topup) return false;
    switch (news.about) {
      case 'charge':
        return this.followCharge(topup, news);
      case 'dispute':
        return this.followDispute(topup, news);
      case 'refunds':
        return this.followRefunds(topup, news);
    }
  }

  private async followCharge(topup: Topup, news: ChargeNews): Promise<boolean> {
    const { intentId, outcome } = news;
    const known = topup.processorPaymentIntentId ?? intentId;
    const isSameMoney = news.amountCents === topup.amountCents && news.currency === topup.currency;
    if (!isSameMoney || known !== intentId) {
      throw new Error(`${topup.id} was charged as ${intentId} with another amount or currency, or twice.`);
    }
    if (outcome) await this.charges.settle(topup.id, outcome);
    else if (topup.isOpen) await this.charges.pursue(topup);
    return true;
  }

  /** A chargeback may take the balance below zero: the money is gone, whatever was bought with it. */
  private async followDispute(topup: Topup, news: DisputeNews): Promise<boolean> {
    if (!(await this.isCredited(topup))) return false;
    const { disputeId, intentId, amountCents, funds } = news;
    const movement = { ...movementOf(topup, intentId), kind: 'chargeback', reference: `dispute:${disputeId}` } as const;
    await this.tx.run(async () => {
      // What is given again was taken before, whichever of the two we hear of first.
      const description = 'Card payment disputed';
      await this.ledger.moveByProcessor({ ...movement, amountCents: -amountCents, description });
      if (funds === 'withdrawn') return;
      const reversal = { reference: `${movement.reference}:reinstated`, description: 'Dispute decided for us' };
      await this.ledger.moveByProcessor({ ...movement, ...reversal, amountCents });
    });
    return true;
  }

  private async followRefunds(topup: Topup, { intentId }: RefundNews): Promise<boolean> {
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

  /** Somebody gave money back at the processor itself: it is no longer in the wallet, unless the refund failed. */
  private async followRefund({ topup, intentId, refund }: ExternalRefund): Promise<void> {
    const { refundId, amountCents, status } = refund;
    const reference = `card-refund:${refundId}`;
    const movement = { ...movementOf(topup, intentId), kind: 'refund', reference } as const;
    const description = 'Refund to the card';
    await this.tx.run(async () => {
      // What has come back was given before: news of when it was on its way may still come.
      await this.ledger.moveByProcessor({ ...movement, amountCents: -amountCents, description });
      if (status !== 'failed') return;
      const reversal = { reference: `${reference}:failed`, description: 'Refund to the card failed' };
      await this.ledger.moveByProcessor({ ...movement, ...reversal, amountCents });
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

function movementOf({ id, accountId }: Topup, processorPaymentIntentId: string) {
  return { accountId, processorPaymentIntentId, relatedKind: 'topup', relatedId: id };
}
