import type { Clock, Transactor } from '@trunkline/kernel';
import { type Reversal, ReversedPayment } from '../../domain/disputes/payment-reversals';
import type { Ledger } from '../journal/ledger';
import type { PaymentRef, ReversalKind, ReversalRepository } from './ports';

/** What the processor says of a dispute or refund. */
export interface ReversalUpdate extends Reversal {
  readonly kind: ReversalKind;
  readonly takenAs: MovementText;
  readonly returnedAs: MovementText;
}

interface MovementText {
  readonly reference: string;
  readonly description: string;
}

/**
 * Moves the wallet to what the disputes and refunds of a payment come to, which is never more than the payment. Each
 * method joins the transaction around it and may be repeated, in any order of the update.
 */
export class RecordReversals {
  constructor(
    private readonly tx: Transactor,
    private readonly reversals: ReversalRepository,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** What was returned was taken before, whichever of the two is reported first. The first amount reported counts. */
  follow(payment: PaymentRef, { kind, takenAs, returnedAs, ...update }: ReversalUpdate): Promise<void> {
    return this.tx.run(async () => {
      const reversed = new ReversedPayment(await this.reversals.lock(payment));
      const known = reversed.find(update.id);
      if (!known) await this.enter({ payment, kind, reversed }, { ...update, isReturned: false }, takenAs);
      if (!update.isReturned || known?.isReturned) return;
      await this.enter({ payment, kind, reversed }, { ...(known ?? update), isReturned: true }, returnedAs);
    });
  }

  /** After a refund of ours failed: a reversal that it had left no room for is debited now. */
  refundFailed(payment: PaymentRef, refundId: string): Promise<void> {
    return this.tx.run(async () => {
      const amountCents = new ReversedPayment(await this.reversals.lock(payment)).moveDue();
      const text = { reference: `own-refund:${refundId}:failed`, description: 'Card payment reversed' };
      await this.move(payment, { kind: 'chargeback', amountCents, ...text });
    });
  }

  private async enter({ payment, kind, reversed }: Reversing, reversal: Reversal, text: MovementText): Promise<void> {
    await this.reversals.save(payment, kind, reversal, this.clock.now());
    await this.move(payment, { kind, amountCents: reversed.enter(reversal), ...text });
  }

  private async move({ topupId, ...payment }: PaymentRef, movement: Move): Promise<void> {
    if (movement.amountCents === 0) return;
    await this.ledger.moveByProcessor({ ...payment, ...movement, relatedKind: 'topup', relatedId: topupId });
  }
}

interface Reversing {
  readonly payment: PaymentRef;
  readonly kind: ReversalKind;
  readonly reversed: ReversedPayment;
}

interface Move extends MovementText {
  readonly kind: ReversalKind;
  readonly amountCents: number;
}
