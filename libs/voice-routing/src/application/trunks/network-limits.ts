import { type NetworkLimit, networkLimitOf } from '../../domain/trunks/network';
import type { AccountStates } from '../calls/ports';
import type { CallFunds } from '../live-calls/ports';

/** How wide the networks are that an account may name as sources of its calls. */
export class NetworkLimits {
  constructor(
    private readonly accounts: AccountStates,
    private readonly funds: CallFunds,
  ) {}

  async of(accountId: string): Promise<NetworkLimit> {
    const [{ tier }, { hasToppedUp }] = await Promise.all([
      this.accounts.callTerms(accountId),
      this.funds.funding(accountId),
    ]);
    return networkLimitOf({ tier, hasToppedUp });
  }
}
