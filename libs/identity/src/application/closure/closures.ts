import { type Clock, CommonErrors, invalidFields, type Principal, roleMay, type Transactor } from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import { type ClosureReason, ClosureRequest, daysRemaining } from '../../domain/closure-request';
import type { AccountMembers } from '../members/account-members';
import type { AccountRepository } from '../ports';
import type { ClosureNotices } from './closure-notices';
import type { OwnerCredentials, OwnerReauthentication } from './owner-reauthentication';
import type { ClosureObstacles } from './closure-obstacles';
import type { AutoRecharges, ClosureRequestRepository } from './ports';

export interface ClosureView {
  readonly id: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  readonly requestedAt: Date;
  readonly graceExpiresAt: Date;
  readonly requestedByUserId: string;
  readonly daysRemaining: number;
}

export function toClosureView({ state }: ClosureRequest, now: Date): ClosureView {
  const { id, reason, reasonCategory, requestedAt, graceExpiresAt, requestedByUserId } = state;
  return {
    id,
    reason,
    reasonCategory,
    requestedAt,
    graceExpiresAt,
    requestedByUserId,
    daysRemaining: daysRemaining(state, now),
  };
}

export interface ClosureInput extends OwnerCredentials {
  /** The same for every retry of one request: a retry returns the closure of the first attempt. */
  readonly operationId: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  /** The account's name, as a safeguard against closing the wrong account. */
  readonly confirmName: string;
}

/** Requests, reads and cancels the closure of an account. */
export class Closures {
  constructor(
    private readonly tx: Transactor,
    private readonly reauthentication: OwnerReauthentication,
    private readonly accountMembers: AccountMembers,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly obstacles: ClosureObstacles,
    private readonly recharges: AutoRecharges,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws what OwnerReauthentication throws, 422 naming `confirm_name`, closure_already_requested, and closure_blocked
   * naming the obstacles. A rejected request does not use up the code. Must not run within a transaction.
   */
  async request(input: ClosureInput): Promise<ClosureView> {
    const earlier = await this.closures.findByOperation(input.who.accountId, input.operationId);
    const closure = earlier ?? (await this.reauthentication.run(input, () => this.begin(input)));
    return toClosureView(closure, this.clock.now());
  }

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
      const account = await this.lockAsOwner(who);
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

  private async begin(input: ClosureInput): Promise<ClosureRequest> {
    const now = this.clock.now();
    const { userId } = input.who;
    const account = await this.lockAsOwner(input.who);
    if (input.confirmName !== account.name) throw invalidFields({ confirm_name: 'must equal the name of the account' });
    const from = account.status;
    account.requestClosure(now);
    await this.obstacles.requireNone(account.id);
    await this.recharges.turnOff(account.id);
    const closure = ClosureRequest.create(
      {
        accountId: account.id,
        reason: input.reason,
        reasonCategory: input.reasonCategory,
        operationId: input.operationId,
        requestedByUserId: userId,
      },
      now,
    );
    await this.accounts.save(account);
    await this.closures.add(closure);
    await this.notices.requested({ account, closure, actor: userId, from });
    return closure;
  }

  /** Locks the account for one of its owners. Throws forbidden for other members. */
  private async lockAsOwner(who: Principal): Promise<Account> {
    const { account, actor } = await this.accountMembers.lock(who);
    if (!roleMay(actor.role, 'account:close')) throw CommonErrors.forbidden();
    return account;
  }
}
