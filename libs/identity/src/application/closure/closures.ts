import { type Clock, CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import type { AccountMembers } from '../members/account-members';
import type { AccountRepository } from '../ports';
import type { ClosureNotices } from './closure-notices';
import type { ClosureRequestRepository } from './ports';
import { lockAsOwner } from './request-closure';
import { type ClosureView, toClosureView } from './views';

/** Reads and cancels the pending closure of an account. */
export class Closures {
  constructor(
    private readonly tx: Transactor,
    private readonly accountMembers: AccountMembers,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /** Returns null when no closure was requested, or the last one was cancelled. */
  async find(accountId: string): Promise<ClosureView | null> {
    const closure = await this.closures.find(accountId);
    return closure && toClosureView(closure, this.clock.now());
  }

  /**
   * Restores the previous status, active or suspended. Throws not_found without a pending closure, and invalid_state
   * after the grace period or once the closure has begun.
   */
  cancel(who: Principal): Promise<void> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const { account } = await lockAsOwner(this.accountMembers, who);
      const closure = await this.closures.find(account.id);
      if (!closure) throw CommonErrors.not_found({ message: 'Closure of this account has not been requested.' });
      const from = account.status;
      closure.cancel(now);
      account.cancelClosure(now);
      await this.accounts.save(account);
      await this.closures.save(closure);
      await this.notices.cancelled({ account, closure, actor: who.userId, from });
    });
  }
}
