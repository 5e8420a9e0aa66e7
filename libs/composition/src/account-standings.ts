import type { BillingQueries } from '@trunkline/billing-ledger';
import type { AccountDirectory } from '@trunkline/identity/wiring';
import { type AccountStandings, type AccountStanding } from '@trunkline/numbering/wiring';

/** Combines the tier (identity) with whether the account has ever topped up (billing). */
export class StandingsByAccountAndTopups implements AccountStandings {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly billing: BillingQueries,
  ) {}

  async standing(accountId: string): Promise<AccountStanding> {
    const [{ tier }, hasToppedUp] = await Promise.all([
      this.accounts.get(accountId),
      this.billing.hasToppedUp(accountId),
    ]);
    return { tier, hasToppedUp };
  }
}
