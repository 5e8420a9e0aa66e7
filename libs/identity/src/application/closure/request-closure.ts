import { type Clock, CommonErrors, invalidFields, type Principal, roleMay } from '@trunkline/kernel';
import { type ClosureReason, ClosureRequest } from '../../domain/closure/closure-request';
import type { HeldTeam, Team } from '../members/team';
import type { AccountRepository } from '../ports';
import type { ClosingWallet } from './closing-wallet';
import type { ClosureNotices } from './closure-notices';
import type { ClosureProof, OwnerProof } from './closure-proof';
import type { ClosureRequestRepository } from './ports';
import { type ClosureView, toClosureView } from './views';

export interface ClosureWish extends OwnerProof {
  /** The same for every repeat of one request: a repeat finds what the first one made. */
  readonly operationId: string;
  readonly reason: string | null;
  readonly reasonCategory: ClosureReason | null;
  /** The account's name, so that nobody closes the wrong one by mistake. */
  readonly confirmName: string;
}

/** POST /accounts/me/closure. */
export class RequestClosure {
  constructor(
    private readonly proof: ClosureProof,
    private readonly team: Team,
    private readonly accounts: AccountRepository,
    private readonly closures: ClosureRequestRepository,
    private readonly wallet: ClosingWallet,
    private readonly notices: ClosureNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws what ClosureProof throws, 422 naming `confirm_name`, closure_already_requested, and closure_blocked naming
   * what stands in the way. A code is used up only by a request that is made. Not to be called within a transaction.
   */
  async execute(wish: ClosureWish): Promise<ClosureView> {
    const known = await this.closures.findByOperation(wish.who.accountId, wish.operationId);
    const closure = known ?? (await this.proof.with(wish, () => this.request(wish)));
    return toClosureView(closure, this.clock.now());
  }

  private async request({ who, confirmName, ...wish }: ClosureWish): Promise<ClosureRequest> {
    const now = this.clock.now();
    const { account } = await holdAsOwner(this.team, who);
    if (confirmName !== account.name) throw invalidFields({ confirm_name: 'must equal the name of the account' });
    const { id: accountId, status: from } = account;
    account.requestClosure(now);
    await this.wallet.prepare(accountId);
    const { reason, reasonCategory, operationId } = wish;
    const asked = { accountId, reason, reasonCategory, operationId, requestedByUserId: who.userId };
    const closure = ClosureRequest.make(asked, now);
    await this.accounts.save(account);
    await this.closures.add(closure);
    await this.notices.requested({ account, closure, actor: who.userId, from });
    return closure;
  }
}

/** The account, held, for one of its owners. Throws forbidden for someone who is none any more. */
export async function holdAsOwner(team: Team, who: Principal): Promise<HeldTeam> {
  const held = await team.hold(who);
  if (!roleMay(held.actor.role, 'account:close')) throw CommonErrors.forbidden();
  return held;
}
