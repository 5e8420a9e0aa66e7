import type { AccountStatus } from '@trunkline/kernel';
import { AccountStates, AutoRechargeRepository } from '../application/auto-recharge/ports';
import type { Movement } from '../application/journal/ports';
import { AutoRecharge } from '../domain/auto-recharge/auto-recharge';
import { copy } from './fake-repositories';

/** With the claim that the journal takes in the statement of a debit. */
export class FakeAutoRechargeRepository extends AutoRechargeRepository {
  /** Set by the journal, which knows. */
  balanceOf: (accountId: string) => number = () => 0;
  private readonly rows = new Map<string, AutoRecharge>();

  /** The claim that the debit has taken, if it has. */
  claimBelow(balanceCents: number, { accountId, transactionId, at }: Movement): string | null {
    const recharge = this.rows.get(accountId);
    if (!recharge || recharge.claimId !== null || !recharge.needsCharge(balanceCents)) return null;
    recharge.wait(transactionId, at);
    return transactionId;
  }

  override find(accountId: string): Promise<AutoRecharge | null> {
    const found = this.rows.get(accountId);
    return Promise.resolve(found ? copy(found) : null);
  }

  override lock(accountId: string): Promise<AutoRecharge | null> {
    return this.find(accountId);
  }

  override async lockOrCreate(accountId: string): Promise<AutoRecharge> {
    return (await this.find(accountId)) ?? AutoRecharge.off(accountId);
  }

  override save(recharge: AutoRecharge): Promise<void> {
    this.rows.set(recharge.accountId, copy(recharge));
    return Promise.resolve();
  }

  override listDue(now: Date, after: string, limit: number): Promise<string[]> {
    const isDue = (each: AutoRecharge) =>
      each.claimDueAt ? each.claimDueAt <= now : each.needsCharge(this.balanceOf(each.accountId));
    const due = [...this.rows.values()].filter((each) => each.accountId > after && isDue(each));
    const ids = due.map(({ accountId }) => accountId).sort();
    return Promise.resolve(ids.slice(0, limit));
  }
}

export class FakeAccountStates extends AccountStates {
  readonly statuses = new Map<string, AccountStatus>();

  override status(accountId: string): Promise<AccountStatus> {
    return Promise.resolve(this.statuses.get(accountId) ?? 'active');
  }

  override async isSuspended(accountId: string): Promise<boolean> {
    return (await this.status(accountId)) === 'suspended';
  }
}
