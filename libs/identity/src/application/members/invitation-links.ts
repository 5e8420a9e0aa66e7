import type { Clock } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Invitation } from '../../domain/members/invitation';
import { hashSecret } from '../../domain/secrets';
import type { AccountRepository } from '../ports';
import type { InvitationQueries, InvitationRepository } from './ports';
import type { InvitationPreview } from './views';

/** The mailed links of invitations. */
export class InvitationLinks {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly invitations: InvitationRepository,
    private readonly queries: InvitationQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what the link offers without using it up. Throws token_invalid when it is unknown, used, expired, revoked,
   * or of a closed account.
   */
  async preview(secret: string): Promise<InvitationPreview> {
    const preview = await this.queries.findPending(hashSecret(secret));
    if (!preview) throw IdentityErrors.token_invalid();
    return preview;
  }

  /**
   * Uses the link up. Joins the transaction; one of two concurrent requests succeeds. Throws token_invalid as `preview`
   * does.
   */
  async redeem(secret: string, { accountId }: InvitationPreview): Promise<Invitation> {
    const account = await this.accounts.lock(accountId);
    const invitation = await this.invitations.lockByToken(hashSecret(secret));
    if (!invitation || account.status === 'closed') throw IdentityErrors.token_invalid();
    invitation.accept(this.clock.now());
    await this.invitations.save(invitation);
    return invitation;
  }
}
