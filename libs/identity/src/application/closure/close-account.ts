import { CommonErrors, type Clock, type Transactor } from '@trunkline/kernel';
import { CLOSURE_STEPS, type ClosureRequest } from '../../domain/closure-request';
import type { AccountRepository } from '../ports';
import type { ClosureNotices } from './closure-notices';
import type { ClosureSteps } from './closure-steps';
import type { ClosureRequestRepository } from './ports';

/** `waiting`: something is in flight; the next run continues. `kept`: cancelled, already closed, or not due. */
export type ClosingOutcome = 'closed' | 'waiting' | 'kept';

/**
 * Closes one account whose grace period has ended. Each step is idempotent and recorded when done, so that any worker
 * can continue after a crash and concurrent workers reach the same state. See docs/identity.md#closure.
 */
export class CloseAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly steps: ClosureSteps,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /** Must not run within a transaction. */
  async close(accountId: string): Promise<ClosingOutcome> {
    const closure = await this.begin(accountId);
    if (!closure) return 'kept';
    const { state } = closure;
    const done = await this.closures.stepsDone(state.id);
    for (const step of CLOSURE_STEPS) {
      if (done.has(step)) continue;
      if (step === 'account_closed') return this.closeNow(accountId);
      if (!(await this.steps.run(step, state))) return 'waiting';
      await this.closures.noteStep(state.id, step, this.clock.now());
    }
    return 'kept';
  }

  /** The point of no return: a cancellation is rejected from here on, whatever the clock of its process says. */
  private begin(accountId: string): Promise<ClosureRequest | null> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const account = await this.accounts.lock(accountId);
      // Cancelled or closed since the account was listed as due.
      if (!account.isDueToClose(now)) return null;
      const closure = await this.activeRequest(accountId);
      closure.begin(now);
      await this.closures.save(closure);
      return closure;
    });
  }

  private closeNow(accountId: string): Promise<ClosingOutcome> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const account = await this.accounts.lock(accountId);
      // Another worker has closed it.
      if (account.status === 'closed') return 'kept';
      const closure = await this.activeRequest(accountId);
      account.close(now);
      closure.complete(now);
      await this.accounts.save(account);
      await this.closures.save(closure);
      await this.closures.noteStep(closure.state.id, 'account_closed', now);
      await this.notices.closed({ account, closure });
      return 'closed';
    });
  }

  private async activeRequest(accountId: string): Promise<ClosureRequest> {
    const closure = await this.closures.find(accountId);
    if (!closure) throw CommonErrors.not_found({ message: 'The account is due to close without a closure request.' });
    return closure;
  }
}
