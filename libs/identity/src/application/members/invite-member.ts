import { type Clock, CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/users/email-address';
import { IdentityErrors } from '../../domain/errors';
import { Invitation, type InvitedRole } from '../../domain/members/invitation';
import { managesMembers } from '../../domain/members/member-rules';
import type { InvitationMails } from './invitation-mails';
import type { InvitationRepository, MemberAudit, MemberQueries } from './ports';
import type { AccountMembers } from './account-members';
import type { InvitationView } from './views';

export interface InviteMemberInput {
  readonly principal: Principal;
  /** The same for every retry with one Idempotency-Key: a retry returns the first invitation. */
  readonly operationId: string;
  readonly email: string;
  readonly role: InvitedRole;
  /** Network address of the request. */
  readonly ip: string | null;
}

/** POST /accounts/me/invitations. A new invitation to the same address replaces the pending one. */
export class InviteMember {
  constructor(
    private readonly tx: Transactor,
    private readonly accountMembers: AccountMembers,
    private readonly members: MemberQueries,
    private readonly invitations: InvitationRepository,
    private readonly mails: InvitationMails,
    private readonly audit: MemberAudit,
    private readonly clock: Clock,
  ) {}

  /** Throws already_member, rate_limited, forbidden. Must not run within a transaction. */
  async execute(input: InviteMemberInput): Promise<InvitationView> {
    const { accountId } = input.principal;
    const earlier = await this.invitations.findByOperation(accountId, input.operationId);
    if (earlier) return this.view(earlier);
    const email = normalizeEmail(input.email);
    await this.mails.assertAllowed(email, input.ip);
    return this.view(await this.tx.run(() => this.invite(input, email)));
  }

  private async invite({ principal, operationId, role }: InviteMemberInput, email: string): Promise<Invitation> {
    const { account, actor } = await this.accountMembers.lock(principal);
    if (!managesMembers(actor.role)) throw CommonErrors.forbidden();
    if (await this.members.hasAddress(account.id, email)) throw IdentityErrors.already_member();
    const now = this.clock.now();
    await this.invitations.revokeAll({ accountId: account.id, email }, now);
    const wanted = { accountId: account.id, email, role, invitedById: actor.userId, operationId };
    const { invitation, secret } = Invitation.issue(wanted, now);
    await this.invitations.add(invitation);
    await this.mails.send(invitation, secret, account);
    const entry = { subject: invitation.id, accountId: account.id, after: { role } };
    await this.audit.record({ actor: actor.userId, action: 'invitation.create', ...entry });
    return invitation;
  }

  private view(invitation: Invitation): InvitationView {
    const { id, email, role, expiresAt, createdAt } = invitation;
    return { id, email, role, status: invitation.status(this.clock.now()), expiresAt, createdAt };
  }
}
