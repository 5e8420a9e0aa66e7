import { type Clock, CommonErrors, displayCents, invalidFields, type Principal, roleMay } from '@trunkline/kernel';
import { type ClosureReason, ClosureRequest } from '../../domain/closure/closure-request';
import { IdentityErrors } from '../../domain/errors';
import type { AccountMembers, LockedMembers } from '../members/account-members';
import type { AccountRepository, Wallets } from '../ports';
import type { ClosureNotices } from './closure-notices';
import type { OwnerCredentials, OwnerReauthentication } from './owner-reauthentication';
import type { AutoRecharges, ClosureRequestRepository } from './ports';
import { type ClosureView, toClosureView } from './views';

export interface ClosureInput extends OwnerCredentials {
  /** The same for every retry of one request: a retry returns the closure of the first attempt. */
  readonly operationId: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  /** The account's name, as a safeguard against closing the wrong account. */
  readonly confirmName: string;
}

/** POST /accounts/me/closure. */
export class RequestClosure {
  constructor(
    private readonly reauthentication: OwnerReauthentication,
    private readonly accountMembers: AccountMembers,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly wallets: Wallets,
    private readonly recharges: AutoRecharges,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws what OwnerReauthentication throws, 422 naming `confirm_name`, closure_already_requested, and closure_blocked
   * naming the obstacles. A rejected request does not use up the code. Must not run within a transaction.
   */
  async execute(input: ClosureInput): Promise<ClosureView> {
    const earlier = await this.closures.findByOperation(input.who.accountId, input.operationId);
    const closure = earlier ?? (await this.reauthentication.run(input, () => this.request(input)));
    return toClosureView(closure, this.clock.now());
  }

  private async request(input: ClosureInput): Promise<ClosureRequest> {
    const now = this.clock.now();
    const { userId } = input.who;
    const { account } = await lockAsOwner(this.accountMembers, input.who);
    if (input.confirmName !== account.name) throw invalidFields({ confirm_name: 'must equal the name of the account' });
    const from = account.status;
    account.requestClosure(now);
    await this.prepareWallet(account.id);
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

  /** Rejects a negative balance and turns auto-recharge off. */
  private async prepareWallet(accountId: string): Promise<void> {
    const { amountCents } = await this.wallets.balance(accountId);
    if (amountCents < 0) {
      const fields = { negative_balance: `The balance is ${displayCents(amountCents)}. Top it up first.` };
      throw IdentityErrors.closure_blocked({ fields });
    }
    await this.recharges.turnOff(accountId);
  }
}

/** Locks the account for one of its owners. Throws forbidden for other members. */
export async function lockAsOwner(accountMembers: AccountMembers, who: Principal): Promise<LockedMembers> {
  const locked = await accountMembers.lock(who);
  if (!roleMay(locked.actor.role, 'account:close')) throw CommonErrors.forbidden();
  return locked;
}
