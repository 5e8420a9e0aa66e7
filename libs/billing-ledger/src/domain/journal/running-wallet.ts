import { availableCents } from './postings';

/** The balance of a locked wallet while movements are posted to it in turn. */
export class RunningWallet {
  constructor(
    private amountCents: number,
    private readonly heldCents: number,
    private readonly creditLimitCents: number,
  ) {}

  /** Returns the balance after the movement, or null when a guarded movement exceeds the available balance. */
  move({ amountCents, guarded }: { readonly amountCents: number; readonly guarded: boolean }): number | null {
    const { heldCents, creditLimitCents } = this;
    const after = { amountCents: this.amountCents + amountCents, heldCents, creditLimitCents };
    if (guarded && availableCents(after) < 0) return null;
    this.amountCents = after.amountCents;
    return after.amountCents;
  }
}
