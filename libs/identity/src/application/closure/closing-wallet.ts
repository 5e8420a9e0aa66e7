import { displayCents } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Wallets } from '../ports';
import type { AutoRecharges } from './ports';

/** The wallet of an account that is to be closed. */
export class ClosingWallet {
  constructor(
    private readonly wallets: Wallets,
    private readonly recharges: AutoRecharges,
  ) {}

  /**
   * From now on nothing recharges it (contract, section 3). Joins the transaction around it. Throws closure_blocked:
   * whoever owes something settles that first.
   */
  async prepare(accountId: string): Promise<void> {
    const { amountCents } = await this.wallets.balance(accountId);
    if (amountCents < 0) {
      const fields = { negative_balance: `The balance is ${displayCents(amountCents)}. Top it up first.` };
      throw IdentityErrors.closure_blocked({ fields });
    }
    await this.recharges.turnOff(accountId);
  }
}
