/** A dispute of a card payment, or a refund that was made at the processor. */
export interface Reversal {
  /** Unique within the payment. */
  readonly id: string;
  readonly amountCents: number;
  /** The dispute was won or the refund failed, so the processor returned the money. Final. */
  readonly isReturned: boolean;
}

export interface PaymentState {
  readonly paymentCents: number;
  /** Our own card refunds of the payment, open or succeeded. */
  readonly refundedCents: number;
  /** Debits of the wallet for the payment so far, less credits. */
  readonly debitedCents: number;
  readonly reversals: readonly Reversal[];
}

/**
 * A card payment with its reversals. A bank may dispute a refunded payment, and dispute it twice; the wallet is debited
 * for each payment once at most. The debit depends on the known reversals and not on their order.
 */
export class ReversedPayment {
  private readonly reversals: Map<string, Reversal>;
  private debitedCents: number;

  constructor(private readonly state: PaymentState) {
    this.reversals = new Map(state.reversals.map((reversal) => [reversal.id, reversal]));
    this.debitedCents = state.debitedCents;
  }

  find(id: string): Reversal | undefined {
    return this.reversals.get(id);
  }

  /** Records a reversal, or its return. Returns the movement of the wallet that is now due, as `takeDueMovement` does. */
  record(reversal: Reversal): number {
    this.reversals.set(reversal.id, reversal);
    return this.takeDueMovement();
  }

  /**
   * Returns the signed cents by which the wallet must move for its debit to match the open reversals, often 0. Counts them
   * as moved.
   */
  takeDueMovement(): number {
    const { paymentCents, refundedCents } = this.state;
    const open = [...this.reversals.values()].filter(({ isReturned }) => !isReturned);
    const takenCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const dueCents = Math.min(takenCents, Math.max(0, paymentCents - refundedCents));
    const moveCents = this.debitedCents - dueCents;
    this.debitedCents = dueCents;
    return moveCents;
  }
}
