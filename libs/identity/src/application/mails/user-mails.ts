import type { Mails, Message } from '@trunkline/kernel';
import type { User } from '../../domain/users/user';
import type { MembershipRepository } from '../ports';

export interface UserMail extends Message {
  /** Default: the user's own address. */
  readonly to?: string;
  /** Two mails with one key are one mail. */
  readonly key: string;
}

/** Mails about a person rather than an account. Each is kept under the account that its user has been in longest. */
export class UserMails {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly mails: Mails,
  ) {}

  /** Within the transaction of what the mail tells of. Someone who is a member nowhere is sent nothing. */
  async send(user: User, { to = user.email, ...mail }: UserMail): Promise<void> {
    const [account] = await this.memberships.accountsOf(user.id);
    if (account) await this.mails.send({ ...mail, to, accountId: account.accountId });
  }
}
