import type { Clock } from '@trunkline/kernel';
import type { Membership } from '../../domain/members/membership';
import type { User } from '../../domain/user';
import type { MembershipRepository, SessionRepository, UserRepository } from '../ports';
import type { SignInMethods } from '../sign-in/ports';
import type { InvitationRepository, MemberKeys } from './ports';

/** Ends memberships, with everything the member had started in the account. See docs/identity.md#members. */
export class EndMembership {
  constructor(
    private readonly keys: MemberKeys,
    private readonly invitations: InvitationRepository,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly sessions: SessionRepository,
    private readonly signInMethods: SignInMethods,
    private readonly clock: Clock,
  ) {}

  /** Locks the user. To be called before the account is locked, so that lock order is the same everywhere. */
  lockUser(userId: string): Promise<User | null> {
    return this.users.lock(userId);
  }

  /**
   * Removes the membership of a locked user. Revokes the API keys created in it, which would otherwise work again if the
   * user rejoined, and the sessions started in it, which would otherwise continue in another account of the user. The user
   * is removed with the last membership, which frees the email address.
   */
  async end(user: User, { accountId }: Membership): Promise<void> {
    await this.keys.revokeAll(accountId, user.id, this.clock.now());
    await this.sessions.revokeBegunIn(accountId, user.id, this.clock.now());
    await this.revokeInvitations(accountId, user.id);
    await this.memberships.remove(accountId, user.id);
    const left = await this.memberships.accountsOf(user.id);
    if (left.length === 0) await this.endUser(user);
  }

  /** Revokes the pending invitations of a member who may no longer invite. */
  async revokeInvitations(accountId: string, invitedById: string): Promise<void> {
    await this.invitations.revokeAll({ accountId, invitedById }, this.clock.now());
  }

  private async endUser(user: User): Promise<void> {
    const now = this.clock.now();
    user.end(now);
    await this.users.save(user);
    await this.signInMethods.removeAll(user.id, now);
  }
}
