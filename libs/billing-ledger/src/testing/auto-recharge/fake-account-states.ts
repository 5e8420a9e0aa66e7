import type { AccountStatus } from '@trunkline/kernel';
import { type AccountStates } from '../../application/auto-recharge/ports';

export class FakeAccountStates implements AccountStates {
  readonly statuses = new Map<string, AccountStatus>();

  status(accountId: string): Promise<AccountStatus> {
    return Promise.resolve(this.statuses.get(accountId) ?? 'active');
  }

  async isSuspended(accountId: string): Promise<boolean> {
    return (await this.status(accountId)) === 'suspended';
  }
}
