import { type Clock, DomainError, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { MembershipRepository } from '../ports';
import type { SignedIn, SignIn } from '../sign-in/sign-in';
import type { InvitationLinks } from './invitation-links';
import type { Invitees, Invitee, InviteeInput, ResolvedInvitee } from './invitees';
import type { MemberAudit } from './ports';
import type { InvitationPreview } from './views';

export interface AcceptInvitationInput extends InviteeInput {
  readonly token: string;
}

export interface AcceptedInvitation {
  readonly userId: string;
  /** The inviting account. */
  readonly accountId: string;
  /** Null for an existing user, who signs in as usual. */
  readonly signedIn: SignedIn | null;
}

/**
 * POST /auth/invitation/accept: makes the holder of a mailed link a member. A new user is signed in. An existing user
 * is not: the link stays in the mailbox for a week, and a password change does not void it. Locks the user, then the
 * account, then the invitation.
 */
export class AcceptInvitation {
  constructor(
    private readonly tx: Transactor,
    private readonly links: InvitationLinks,
    private readonly invitees: Invitees,
    private readonly memberships: MembershipRepository,
    private readonly signIn: SignIn,
    private readonly audit: MemberAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws token_invalid, already_member, fraud_blocked, and 422 naming the fields that a new user must give; all but
   * the first leave the link usable. Must not run within a transaction.
   */
  async accept(input: AcceptInvitationInput): Promise<AcceptedInvitation> {
    try {
      return await this.attempt(input);
    } catch (error) {
      // A concurrent sign-up took the address: retry with the existing user.
      const isTaken = error instanceof DomainError && error.code === 'email_in_use';
      if (!isTaken) throw error;
      return this.attempt(input);
    }
  }

  private async attempt(input: AcceptInvitationInput): Promise<AcceptedInvitation> {
    const preview = await this.links.preview(input.token);
    const invitee = await this.invitees.prepare(preview, input);
    return this.tx.run(() => this.join(input.token, preview, invitee));
  }

  private async join(token: string, preview: InvitationPreview, invitee: Invitee): Promise<AcceptedInvitation> {
    const taken = await this.invitees.resolve(invitee);
    const { user } = taken;
    this.tx.actAs({ kind: 'user', id: user.id });
    const { id: subject, accountId, role } = await this.links.redeem(token, preview);
    if (await this.memberships.lock(accountId, user.id)) throw IdentityErrors.already_member();
    await this.memberships.add({ accountId, userId: user.id, role, joinedAt: this.clock.now() });
    await this.audit.record({ actor: user.id, action: 'invitation.accept', subject, accountId, after: { role } });
    return { userId: user.id, accountId, signedIn: await this.begin(taken, accountId, invitee) };
  }

  private async begin(taken: ResolvedInvitee, accountId: string, invitee: Invitee): Promise<SignedIn | null> {
    if (!taken.isNew) return null;
    const { user } = taken;
    const { caller, fraudDecision } = invitee;
    return this.signIn.begin({ user, accountId, caller, method: 'magic_link', trustDevice: false, fraudDecision });
  }
}
