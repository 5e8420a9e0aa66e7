import type { Clock, Transactor } from '@trunkline/kernel';
import { allot, CardRefund } from '../../domain/card-refund';
import {
  type CardProcessor,
  type CardRefundOutcome,
  type ProcessorRefund,
  ProcessorUnavailable,
} from '../card-processor';
import type { RecordReversals } from './record-reversals';
import type { CardRefundRepository, RefundsDue } from './ports';

/** Refunds what a closed account is owed to the charged cards. Every step is safe to repeat and to run concurrently. */
export class CardRefunds {
  constructor(
    private readonly tx: Transactor,
    private readonly refunds: CardRefundRepository,
    private readonly due: RefundsDue,
    private readonly reversals: RecordReversals,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {}

  /** Begins refunds of the latest charges for what the account is owed. The rest stays due. */
  plan(accountId: string): Promise<CardRefund[]> {
    return this.tx.run(async () => {
      const dueCents = await this.due.lock(accountId);
      const charges = dueCents > 0 ? await this.due.refundableCharges(accountId) : [];
      const begun = allot(dueCents, charges).map((allotment) =>
        CardRefund.begin(accountId, allotment, this.clock.now()),
      );
      for (const refund of begun) await this.refunds.add(refund);
      return begun;
    });
  }

  /** Calls the processor. A refund with an unknown outcome stays open. */
  async complete(refund: CardRefund): Promise<void> {
    try {
      await this.settle(refund.id, await this.outcomeOf(refund));
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error;
    }
  }

  /** Settles a refund that the processor reports. Returns false for one that we did not request. */
  async settleReported(refund: ProcessorRefund): Promise<boolean> {
    return refund.idempotencyKey !== null && this.settle(refund.idempotencyKey, reportedOutcome(refund));
  }

  /** Posts the payment in the transaction that marks the refund succeeded. Returns false for an unknown refund. */
  private settle(id: string, outcome: CardRefundOutcome): Promise<boolean> {
    return this.tx.run(async () => {
      const refund = await this.refunds.lock(id);
      if (!refund) return false;
      const { status } = refund;
      await this.apply(refund, outcome);
      await this.refunds.save(refund);
      if (refund.status === 'failed' && status !== 'failed') await this.reversals.recordFailedRefund(refund, id);
      return true;
    });
  }

  /** Looks for the refund at the processor before requesting it, however old the key is. */
  private async outcomeOf({
    id,
    processorPaymentIntentId: intentId,
    amountCents,
  }: CardRefund): Promise<CardRefundOutcome> {
    const known = (await this.processor.refundsOf(intentId)).find(({ idempotencyKey }) => idempotencyKey === id);
    return known ? reportedOutcome(known) : this.processor.refund({ idempotencyKey: id, intentId, amountCents });
  }

  private async apply(refund: CardRefund, outcome: CardRefundOutcome): Promise<void> {
    const { id, accountId, amountCents, status } = refund;
    const now = this.clock.now();
    if (outcome.status === 'failed' && status !== 'failed') {
      refund.fail(outcome.code, now);
      if (status === 'succeeded') {
        await this.due.post({ postingId: `${id}:failed`, accountId, amountCents: -amountCents, at: now });
      }
    } else if (outcome.status === 'succeeded' && status === 'processing') {
      refund.succeed(outcome.refundId, now);
      await this.due.post({ postingId: id, accountId, amountCents, at: now });
    } else if (outcome.status === 'pending' && status === 'processing') {
      refund.await(outcome.refundId);
    }
  }
}

function reportedOutcome({ refundId, status }: ProcessorRefund): CardRefundOutcome {
  return status === 'failed' ? { status, refundId, code: 'refund_failed' } : { status, refundId };
}
