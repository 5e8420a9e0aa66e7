import { type Clock, CommonErrors, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { Invitation, type InvitedRole } from '../../domain/members/invitation';
import { managesMembers } from '../../domain/members/member-rules';
import { normalizeEmail } from '../../domain/email-address';
import type { AccountMembers } from './account-members';
import type { InvitationMails } from './invitation-mails';
import type { InvitationQueries, InvitationRepository, MemberAudit, MemberQueries } from './ports';
import type { InvitationView } from './views';

export interface NewInvitation {
  /** The same for every retry with one Idempotency-Key: a retry returns the first invitation. */
  readonly operationId: string;
  readonly email: string;
  readonly role: InvitedRole;
  /** Network address of the request. */
  readonly ip: string | null;
}

/** The invitations of an account. */
export class Invitations {
  constructor(
    private readonly tx: Transactor,
    private readonly accountMembers: AccountMembers,
    private readonly members: MemberQueries,
    private readonly invitations: InvitationRepository,
    private readonly queries: InvitationQueries,
    private readonly mails: InvitationMails,
    private readonly audit: MemberAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the pending invitation to the same address. Throws already_member, rate_limited, forbidden. Must not run
   * within a transaction.
   */
  async invite(principal: Principal, wanted: NewInvitation): Promise<InvitationView> {
    const earlier = await this.invitations.findByOperation(principal.accountId, wanted.operationId);
    if (earlier) return this.view(earlier);
    const email = normalizeEmail(wanted.email);
    await this.mails.assertAllowed(email, wanted.ip);
    return this.view(await this.tx.run(() => this.issue(principal, { ...wanted, email })));
  }

  /** Voids the link. Idempotent. Throws not_found, and invalid_state once accepted. */
  revoke({ accountId, userId: actor }: Principal, id: string): Promise<InvitationView> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const invitation = await this.invitations.lock(accountId, id);
      const isPending = invitation.status(now) === 'pending';
      invitation.revoke(now);
      if (isPending) {
        await this.invitations.save(invitation);
        await this.audit.record({ actor, action: 'invitation.revoke', subject: id, accountId });
      }
      return this.queries.get(accountId, id);
    });
  }

  private async issue(principal: Principal, { operationId, email, role }: NewInvitation): Promise<Invitation> {
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
