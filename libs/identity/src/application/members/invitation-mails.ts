import type { Mails } from '@trunkline/kernel';
import type { Account } from '../../domain/account';
import type { Invitation } from '../../domain/members/invitation';
import { invitationMessage } from '../mails/messages';
import type { DashboardLinks, MailAllowance } from '../mails/ports';
import type { UserRepository } from '../ports';

export class InvitationMails {
  constructor(
    private readonly users: UserRepository,
    private readonly mails: Mails,
    private readonly links: DashboardLinks,
    private readonly allowance: MailAllowance,
  ) {}

  /**
   * Must run outside any transaction. Throws rate_limited when the mailbox or the network address has used up its
   * allowance.
   */
  async assertAllowed(email: string, ip: string | null): Promise<void> {
    await this.allowance.require(email, ip);
  }

  /** Joins the transaction that creates the invitation. */
  async send(invitation: Invitation, secret: string, account: Account): Promise<void> {
    const { id, email, role, invitedById } = invitation;
    const inviter = await this.users.find(invitedById);
    const words = { accountName: account.name, inviterName: inviter?.name ?? account.name, role };
    const message = invitationMessage(words, this.links.invitation(secret));
    await this.mails.send({ ...message, accountId: account.id, to: email, key: `invitation:${id}` });
  }
}
