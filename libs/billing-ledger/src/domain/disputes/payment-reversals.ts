/** A dispute of a card payment, or a refund of it that was made at the processor. */
export interface Reversal {
  /** Unique within the payment. */
  readonly id: string;
  readonly amountCents: number;
  /** The dispute was won, or the refund failed: the processor returned the money. Final. */
  readonly isReturned: boolean;
}

export interface PaymentState {
  readonly paymentCents: number;
  /** What we refunded to the card of a customer who has left, or are about to. */
  readonly refundedCents: number;
  /** What the wallet was debited for the payment so far, less what it was credited again. */
  readonly debitedCents: number;
  readonly reversals: readonly Reversal[];
}

/**
 * A card payment and everything that takes its money back. A bank may dispute what was refunded, and a charge may be
 * disputed twice; the wallet still pays for each payment once at most. The debit depends on what is known of the
 * reversals and not on the order of the news.
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

  /** Enters a reversal, or its return, and returns how the wallet has to move: signed cents, often 0. */
  enter(reversal: Reversal): number {
    this.reversals.set(reversal.id, reversal);
    return this.moveDue();
  }

  /** How the wallet has to move, in signed cents, for its debit to be what the reversals come to. */
  moveDue(): number {
    const { paymentCents, refundedCents } = this.state;
    const open = [...this.reversals.values()].filter(({ isReturned }) => !isReturned);
    const takenCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const dueCents = Math.min(takenCents, Math.max(0, paymentCents - refundedCents));
    const moveCents = this.debitedCents - dueCents;
    this.debitedCents = dueCents;
    return moveCents;
  }
}
