import { CommonErrors, type Clock, type Transactor } from '@trunkline/kernel';
import { CLOSURE_STEPS, type ClosureRequest } from '../../domain/closure/closure-request';
import type { AccountRepository } from '../ports';
import type { Belongings } from './belongings';
import type { ClosureMove, ClosureNotices } from './closure-notices';
import type { ClosureRequestRepository } from './ports';

/** `waiting`: something is in flight; the next run goes on. `kept`: cancelled, closed, or not due. */
export type ClosingOutcome = 'closed' | 'waiting' | 'kept';

/**
 * Closes one account whose grace is over, step by step. Each step can be repeated without harm and is noted when it is
 * done, so that whoever finds the closure unfinished, after a crash or at the same time, goes on and ends in one state.
 */
export class CloseAccount {
  constructor(
    private readonly tx: Transactor,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly belongings: Belongings,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /** Not to be called within a transaction. */
  async execute(accountId: string): Promise<ClosingOutcome> {
    const closure = await this.begin(accountId);
    if (!closure) return 'kept';
    const { state } = closure;
    const done = await this.closures.stepsDone(state.id);
    for (const step of CLOSURE_STEPS) {
      if (done.has(step)) continue;
      if (step === 'account_closed') return this.close(accountId);
      if (!(await this.belongings.end(step, state))) return 'waiting';
      await this.closures.noteStep(state.id, step, this.clock.now());
    }
    return 'kept';
  }

  /** The point of no return: from here on a cancellation is refused, whatever the clock of its process says. */
  private begin(accountId: string): Promise<ClosureRequest | null> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const account = await this.accounts.lock(accountId);
      // Cancelled or closed since it was found to be due.
      if (!account.isDueToClose(now)) return null;
      const closure = await this.standing(accountId);
      closure.begin(now);
      await this.closures.save(closure);
      return closure;
    });
  }

  private close(accountId: string): Promise<ClosingOutcome> {
    return this.tx.run(async () => {
      const account = await this.accounts.lock(accountId);
      // Another worker was faster: what it did is this.
      if (account.status === 'closed') return 'kept';
      const closure = await this.standing(accountId);
      await this.complete({ account, closure });
      return 'closed';
    });
  }

  private async complete({ account, closure }: ClosureMove): Promise<void> {
    const now = this.clock.now();
    account.close(now);
    closure.complete(now);
    await this.accounts.save(account);
    await this.closures.save(closure);
    await this.closures.noteStep(closure.state.id, 'account_closed', now);
    await this.notices.closed({ account, closure });
  }

  private async standing(accountId: string): Promise<ClosureRequest> {
    const closure = await this.closures.find(accountId);
    if (!closure) throw CommonErrors.not_found({ message: 'The account is due to close without a closure request.' });
    return closure;
  }
}
