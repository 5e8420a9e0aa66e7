import { availableCents } from './postings';

/** A wallet that is held, as movements are posted to it one after the other. */
export class RunningWallet {
  constructor(
    private amountCents: number,
    private readonly heldCents: number,
    private readonly creditLimitCents: number,
  ) {}

  /** The balance after the movement; null, with nothing taken, when a guarded one exceeds what is available. */
  move({ amountCents, guarded }: { readonly amountCents: number; readonly guarded: boolean }): number | null {
    const { heldCents, creditLimitCents } = this;
    const after = { amountCents: this.amountCents + amountCents, heldCents, creditLimitCents };
    if (guarded && availableCents(after) < 0) return null;
    this.amountCents = after.amountCents;
    return after.amountCents;
  }
}
