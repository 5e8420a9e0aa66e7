import { CommonErrors, type Principal, type Role, type Transactor } from '@trunkline/kernel';
import { assertKeepsOwner, assertMayChange, managesMembers } from '../../domain/members/member-rules';
import type { Membership } from '../../domain/members/membership';
import type { MembershipRepository } from '../ports';
import type { EndMembership } from './end-membership';
import type { MemberAudit, MemberQueries } from './ports';
import type { AccountMembers } from './account-members';
import type { MemberView } from './views';

/** The members of an account and their roles. */
export class Members {
  constructor(
    private readonly tx: Transactor,
    private readonly accountMembers: AccountMembers,
    private readonly memberships: MembershipRepository,
    private readonly queries: MemberQueries,
    private readonly endMembership: EndMembership,
    private readonly audit: MemberAudit,
  ) {}

  /** Takes effect with the member's next request. Throws not_found, forbidden, last_owner. */
  changeRole(principal: Principal, userId: string, to: Role): Promise<MemberView> {
    const { accountId } = principal;
    return this.tx.run(async () => {
      const member = await this.admit(principal, userId, to);
      if (member.role !== to) {
        await this.memberships.changeRole(accountId, userId, to);
        if (!managesMembers(to)) await this.endMembership.revokeInvitations(accountId, userId);
        const roles = { before: { role: member.role }, after: { role: to } };
        await this.audit.record({
          actor: principal.userId,
          action: 'member.change',
          subject: userId,
          accountId,
          ...roles,
        });
      }
      return this.queries.get(accountId, userId);
    });
  }

  /**
   * Ends a membership; every member may leave. See docs/identity.md#members. Throws not_found, forbidden, last_owner.
   */
  remove(principal: Principal, userId: string): Promise<void> {
    const { accountId } = principal;
    return this.tx.run(async () => {
      const user = await this.endMembership.lockUser(userId);
      const member = await this.admit(principal, userId, null);
      if (!user) throw CommonErrors.not_found();
      await this.endMembership.end(user, member);
      const before = { role: member.role };
      await this.audit.record({ actor: principal.userId, action: 'member.remove', subject: userId, accountId, before });
    });
  }

  /**
   * Locks the account and the member. Callers who may not manage members get forbidden, which does not reveal who is a
   * member.
   */
  private async admit(principal: Principal, userId: string, to: Role | null): Promise<Membership> {
    const { actor } = await this.accountMembers.lock(principal);
    const member = await this.memberships.lock(principal.accountId, userId);
    if (!member) throw managesMembers(actor.role) ? CommonErrors.not_found() : CommonErrors.forbidden();
    assertMayChange({ actor, member, to });
    assertKeepsOwner({ member, to }, await this.memberships.lockOwners(principal.accountId));
    return member;
  }
}
