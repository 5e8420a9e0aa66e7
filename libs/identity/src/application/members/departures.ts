import type { Clock } from '@trunkline/kernel';
import type { Membership } from '../../domain/members/membership';
import type { User } from '../../domain/users/user';
import type { MembershipRepository, SessionRepository, UserRepository } from '../ports';
import type { WaysIn } from '../sign-in/ways-in';
import type { InvitationRepository, MemberKeys } from './ports';

/** What a member had begun in an account does not outlive the right to begin it. */
export class Departures {
  constructor(
    private readonly keys: MemberKeys,
    private readonly invitations: InvitationRepository,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly sessions: SessionRepository,
    private readonly waysIn: WaysIn,
    private readonly clock: Clock,
  ) {}

  /** Who is to leave, held before the account is, as everywhere: so that they neither join nor sign in meanwhile. */
  hold(userId: string): Promise<User | null> {
    return this.users.lock(userId);
  }

  /**
   * Ends a membership of a user who is held, with the keys made in it: otherwise joining again would bring them back to
   * life. Sessions that began in it end too: they must not go on in another account of the user, whose money they would
   * spend. Whoever is a member nowhere then could neither sign in nor sign up, so their user ends with their last one.
   */
  async leave(user: User, { accountId }: Membership): Promise<void> {
    await this.keys.revokeAll(accountId, user.id, this.clock.now());
    await this.sessions.revokeBegunIn(accountId, user.id, this.clock.now());
    await this.withdrawInvitations(accountId, user.id);
    await this.memberships.remove(accountId, user.id);
    const left = await this.memberships.accountsOf(user.id);
    if (left.length === 0) await this.end(user);
  }

  /** Of one who may invite no longer: an invitation made in time would be a way back in. */
  async withdrawInvitations(accountId: string, invitedById: string): Promise<void> {
    await this.invitations.revokeAll({ accountId, invitedById }, this.clock.now());
  }

  private async end(user: User): Promise<void> {
    const now = this.clock.now();
    user.end(now);
    await this.users.save(user);
    await this.waysIn.endAll(user.id, now);
  }
}
