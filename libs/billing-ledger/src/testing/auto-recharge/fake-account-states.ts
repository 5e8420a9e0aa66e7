import type { AccountStatus } from '@trunkline/kernel';
import { AccountStates } from '../../application/auto-recharge/ports';

export class FakeAccountStates extends AccountStates {
  readonly statuses = new Map<string, AccountStatus>();

  override status(accountId: string): Promise<AccountStatus> {
    return Promise.resolve(this.statuses.get(accountId) ?? 'active');
  }

  override async isSuspended(accountId: string): Promise<boolean> {
    return (await this.status(accountId)) === 'suspended';
  }
}
