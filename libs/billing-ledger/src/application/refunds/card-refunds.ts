import type { Clock, Transactor } from '@trunkline/kernel';
import { allot, CardRefund } from '../../domain/refunds/card-refund';
import {
  type CardProcessor,
  type CardRefundOutcome,
  type ProcessorRefund,
  ProcessorUnavailable,
} from '../card-processor';
import { OwnRefunds } from '../processor-events/apply-processor-update';
import type { RecordReversals } from '../disputes/record-reversals';
import type { CardRefundRepository, RefundsDue } from './ports';

/** Gives what is due back to the cards that it came from. Every step may be repeated, and two may run at once. */
export class CardRefunds extends OwnRefunds {
  constructor(
    private readonly tx: Transactor,
    private readonly refunds: CardRefundRepository,
    private readonly due: RefundsDue,
    private readonly reversals: RecordReversals,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Spreads what the account is owed over its latest charges. What they do not cover stays due. */
  plan(accountId: string): Promise<CardRefund[]> {
    return this.tx.run(async () => {
      const dueCents = await this.due.lock(accountId);
      const charges = dueCents > 0 ? await this.due.refundableCharges(accountId) : [];
      const begun = allot(dueCents, charges).map((part) => CardRefund.begin(accountId, part, this.clock.now()));
      for (const refund of begun) await this.refunds.add(refund);
      return begun;
    });
  }

  /** Reaches outside. A refund whose outcome stays unknown stays as it was. */
  async pursue(refund: CardRefund): Promise<void> {
    try {
      await this.settle(refund.id, await this.outcomeOf(refund));
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error;
    }
  }

  override settleReported({ refundId, idempotencyKey, status }: ProcessorRefund): Promise<boolean> {
    const outcome = status === 'failed' ? { status, refundId, code: 'refund_failed' } : { status, refundId };
    return idempotencyKey === null ? Promise.resolve(false) : this.settle(idempotencyKey, outcome);
  }

  /** The debt is paid by the transaction that marks the refund succeeded. False when there is no such refund. */
  private settle(id: string, outcome: CardRefundOutcome): Promise<boolean> {
    return this.tx.run(async () => {
      const refund = await this.refunds.lock(id);
      if (!refund) return false;
      const { status } = refund;
      await this.apply(refund, outcome);
      await this.refunds.save(refund);
      if (refund.status === 'failed' && status !== 'failed') await this.reversals.refundFailed(refund, id);
      return true;
    });
  }

  /** What the processor has of it already is not asked for again, however old the key is. */
  private async outcomeOf({
    id,
    processorPaymentIntentId: intentId,
    amountCents,
  }: CardRefund): Promise<CardRefundOutcome> {
    const known = (await this.processor.refundsOf(intentId)).find(({ idempotencyKey }) => idempotencyKey === id);
    if (!known) return this.processor.refund({ idempotencyKey: id, intentId, amountCents });
    const { refundId, status } = known;
    return status === 'failed' ? { status, refundId, code: 'refund_failed' } : { status, refundId };
  }

  private async apply(refund: CardRefund, outcome: CardRefundOutcome): Promise<void> {
    const { id, accountId, amountCents, status } = refund;
    const now = this.clock.now();
    if (outcome.status === 'failed' && status !== 'failed') {
      refund.fail(outcome.code, now);
      const back = { postingId: `${id}:failed`, accountId, amountCents: -amountCents, at: now };
      if (status === 'succeeded') await this.due.post(back);
    } else if (outcome.status === 'succeeded' && status === 'processing') {
      refund.succeed(outcome.refundId, now);
      await this.due.post({ postingId: id, accountId, amountCents, at: now });
    } else if (outcome.status === 'pending' && status === 'processing') {
      refund.await(outcome.refundId);
    }
  }
}
