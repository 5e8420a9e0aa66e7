import type { Clock, Transactor } from '@trunkline/kernel';
import { type Reversal, ReversedPayment } from '../../domain/payment-reversals';
import type { Ledger } from '../ledger';
import type { PaymentRef, ReversalKind, ReversalRepository } from './ports';

/** A dispute or refund as the processor reports it. */
export interface ReversalUpdate extends Reversal {
  readonly kind: ReversalKind;
  readonly takenAs: MovementText;
  readonly returnedAs: MovementText;
}

interface MovementText {
  readonly reference: string;
  readonly description: string;
}

interface ReversalMovement extends MovementText {
  readonly kind: ReversalKind;
  readonly amountCents: number;
}

/**
 * Keeps the wallet's debit for a card payment equal to the payment's open disputes and refunds, and never above the
 * payment. See docs/billing.md#disputes. Joins the transaction around the call; safe to repeat, in any order of updates.
 */
export class RecordReversals {
  constructor(
    private readonly tx: Transactor,
    private readonly reversals: ReversalRepository,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** Records a reversal or its return. A return records the reversal first. The first reported amount counts. */
  record(payment: PaymentRef, { kind, takenAs, returnedAs, ...reversal }: ReversalUpdate): Promise<void> {
    return this.tx.run(async () => {
      const reversed = new ReversedPayment(await this.reversals.lock(payment));
      const enter = async (entry: Reversal, text: MovementText) => {
        await this.reversals.save(payment, kind, entry, this.clock.now());
        await this.move(payment, { kind, amountCents: reversed.record(entry), ...text });
      };
      const known = reversed.find(reversal.id);
      if (!known) await enter({ ...reversal, isReturned: false }, takenAs);
      if (!reversal.isReturned || known?.isReturned) return;
      await enter({ ...(known ?? reversal), isReturned: true }, returnedAs);
    });
  }

  /** After one of our refunds failed: debits reversals that the payment had no money left for. */
  recordFailedRefund(payment: PaymentRef, refundId: string): Promise<void> {
    return this.tx.run(async () => {
      const amountCents = new ReversedPayment(await this.reversals.lock(payment)).takeDueMovement();
      const text = { reference: `own-refund:${refundId}:failed`, description: 'Card payment reversed' };
      await this.move(payment, { kind: 'chargeback', amountCents, ...text });
    });
  }

  private async move({ topupId, ...payment }: PaymentRef, movement: ReversalMovement): Promise<void> {
    if (movement.amountCents === 0) return;
    await this.ledger.moveByProcessor({ ...payment, ...movement, relatedKind: 'topup', relatedId: topupId });
  }
}
