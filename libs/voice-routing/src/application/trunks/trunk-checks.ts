import { invalidFields } from '@trunkline/kernel';
import { NARROWEST_LIMIT, type NetworkLimit } from '../../domain/trunks/network';
import type { NumberDirectory } from '../ports';
import type { NetworkLimits } from './network-limits';

/** What an account may set on its trunks. */
export class TrunkChecks {
  constructor(
    private readonly numbers: NumberDirectory,
    private readonly limits: NetworkLimits,
  ) {}

  /**
   * Requires a caller ID override to be a number of the account, and keeps it from being released unnoticed. Call within the
   * transaction that sets the override, with the trunk locked. Throws `invalid_input`.
   */
  async assertOwned(accountId: string, e164: string | null | undefined): Promise<void> {
    if (e164 && !(await this.numbers.lockOwned(accountId, e164)))
      throw invalidFields({ caller_id_override: 'must be a number of this account' });
  }

  /** Returns how wide these networks may be. Without any, the account is not read. */
  async networkLimit(accountId: string, networks: readonly string[] = []): Promise<NetworkLimit> {
    return networks.length === 0 ? NARROWEST_LIMIT : this.limits.of(accountId);
  }
}
