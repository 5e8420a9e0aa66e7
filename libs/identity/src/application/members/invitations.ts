import type { Clock, Page, PageRequest, Principal, Transactor } from '@trunkline/kernel';
import type { InvitationStatus } from '../../domain/members/invitation';
import type { InvitationQueries, InvitationRepository, MemberAudit } from './ports';
import type { InvitationView } from './views';

/** The invitations of an account. */
export class Invitations {
  constructor(
    private readonly tx: Transactor,
    private readonly invitations: InvitationRepository,
    private readonly queries: InvitationQueries,
    private readonly audit: MemberAudit,
    private readonly clock: Clock,
  ) {}

  list(
    accountId: string,
    status: readonly InvitationStatus[] | null,
    page: PageRequest<'created_at'>,
  ): Promise<Page<InvitationView>> {
    return this.queries.list({ accountId, status, now: this.clock.now() }, page);
  }

  /** Throws not_found. */
  get(accountId: string, id: string): Promise<InvitationView> {
    return this.queries.get(accountId, id, this.clock.now());
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
      return this.get(accountId, id);
    });
  }

  /** Revokes all pending invitations of the account. Joins the transaction. */
  async revokeAll(accountId: string): Promise<void> {
    await this.invitations.revokeAll({ accountId }, this.clock.now());
  }
}
