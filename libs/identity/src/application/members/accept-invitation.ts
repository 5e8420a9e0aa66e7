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
  /** The account that invited. */
  readonly accountId: string;
  /** Null for someone who was known before, and signs in as ever. */
  readonly signedIn: SignedIn | null;
}

/**
 * POST /auth/invitation/accept: makes whoever holds the mailed link a member. Somebody new becomes a user and is signed in.
 * A known user is not: the link lies in a mailbox for a week, and a new password would not make it void. What is locked comes in this order everywhere: user, account, invitation.
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
   * Throws token_invalid, already_member, fraud_blocked, and 422 naming what a new user has to give; the link stays good
   * with all but the first. Not to be called within a transaction.
   */
  async execute(input: AcceptInvitationInput): Promise<AcceptedInvitation> {
    try {
      return await this.attempt(input);
    } catch (error) {
      // Somebody signed up with the address in the meantime; now there is a user to make a member.
      const isTaken = error instanceof DomainError && error.code === 'email_in_use';
      if (!isTaken) throw error;
      return this.attempt(input);
    }
  }

  private async attempt(input: AcceptInvitationInput): Promise<AcceptedInvitation> {
    const preview = await this.links.preview(input.token);
    const person = await this.invitees.prepare(preview, input);
    return this.tx.run(() => this.join(input.token, preview, person));
  }

  private async join(token: string, preview: InvitationPreview, person: Invitee): Promise<AcceptedInvitation> {
    const taken = await this.invitees.take(person);
    const { user } = taken;
    const { id: subject, accountId, role } = await this.links.redeem(token, preview);
    if (await this.memberships.lock(accountId, user.id)) throw IdentityErrors.already_member();
    await this.memberships.add({ accountId, userId: user.id, role, joinedAt: this.clock.now() });
    await this.audit.record({ actor: user.id, action: 'invitation.accept', subject, accountId, after: { role } });
    return { userId: user.id, accountId, signedIn: await this.begin(taken, accountId, person) };
  }

  private async begin(taken: ResolvedInvitee, accountId: string, person: Invitee): Promise<SignedIn | null> {
    if (!taken.isNew) return null;
    const { user } = taken;
    const { caller, fraudDecision } = person;
    return this.signIn.begin({ user, accountId, caller, method: 'magic_link', trustDevice: false, fraudDecision });
  }
}
