import { availableCents } from './postings';
import { isUnlimited, type WalletTerms } from './wallet-terms';

/** The balance of a locked wallet while movements are posted to it in turn. */
export class RunningWallet {
  constructor(
    private amountCents: number,
    private readonly heldCents: number,
    private readonly terms: WalletTerms,
  ) {}

  /**
   * Returns the balance after the movement, or null when a guarded movement exceeds the available balance of a wallet that
   * is not unlimited.
   */
  move({ amountCents, guarded }: { readonly amountCents: number; readonly guarded: boolean }): number | null {
    const { heldCents, terms } = this;
    const after = { amountCents: this.amountCents + amountCents, heldCents, creditLimitCents: terms.creditLimitCents };
    if (guarded && availableCents(after) < 0 && !isUnlimited(terms)) return null;
    this.amountCents = after.amountCents;
    return after.amountCents;
  }
}
