import type { BillingQueries } from '@trunkline/billing-ledger';
import type { AccountDirectory } from '@trunkline/identity';
import { ports } from '@trunkline/numbering';

/** Combines the tier (identity) with whether the account has ever topped up (billing). */
export class StandingsByAccountAndTopups extends ports.AccountStandings {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly billing: BillingQueries,
  ) {
    super();
  }

  override async standing(accountId: string): Promise<ports.AccountStanding> {
    const [{ tier }, hasToppedUp] = await Promise.all([
      this.accounts.get(accountId),
      this.billing.hasToppedUp(accountId),
    ]);
    return { tier, hasToppedUp };
  }
}
