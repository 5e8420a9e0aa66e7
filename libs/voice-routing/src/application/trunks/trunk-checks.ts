import { invalidFields } from '@trunkline/kernel';
import type { CallerIdSettings } from '../../domain/calls/caller-id';
import { NARROWEST_LIMIT, type NetworkLimit, networkLimitOf } from '../../domain/trunks/network';
import type { NumberDirectory } from '../ports';
import type { AccountStates } from '../calls/ports';
import type { CallFunds } from '../live-calls/ports';

/** What an account may set on its trunks. */
export class TrunkChecks {
  constructor(
    private readonly numbers: NumberDirectory,
    private readonly limits: NetworkLimits,
  ) {}

  /**
   * Requires the caller IDs of a trunk to be numbers of the account, and keeps them from being released unnoticed. Call within
   * the transaction that sets them, with the trunk locked. Throws `invalid_input`.
   */
  async assertOwned(accountId: string, trunk: Partial<CallerIdSettings>): Promise<void> {
    const callerIds = { caller_id_override: trunk.callerIdOverride, default_caller_id: trunk.defaultCallerId };
    // In one order, so that two trunks that swap their numbers do not block each other.
    const set = Object.entries(callerIds).sort(([, a], [, b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
    const faults: Record<string, string> = {};
    for (const [field, e164] of set)
      if (e164 && !(await this.numbers.lockOwned(accountId, e164))) faults[field] = 'must be a number of this account';
    if (Object.keys(faults).length > 0) throw invalidFields(faults);
  }

  /** Returns how wide these networks may be. Without any, the account is not read. */
  async networkLimit(accountId: string, networks: readonly string[] = []): Promise<NetworkLimit> {
    return networks.length === 0 ? NARROWEST_LIMIT : this.limits.of(accountId);
  }
}

/** How wide the networks are that an account may name as sources of its calls. */
export class NetworkLimits {
  constructor(
    private readonly accounts: AccountStates,
    private readonly funds: CallFunds,
  ) {}

  async of(accountId: string): Promise<NetworkLimit> {
    const [{ tier }, { hasToppedUp }] = await Promise.all([
      this.accounts.get(accountId),
      this.funds.funding(accountId),
    ]);
    return networkLimitOf({ tier, hasToppedUp });
  }
}
