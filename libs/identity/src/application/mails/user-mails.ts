import type { Mails, Message } from '@trunkline/kernel';
import type { User } from '../../domain/user';
import type { MembershipRepository } from '../ports';

export interface UserMail extends Message {
  /** Defaults to the user's address. */
  readonly to?: string;
  /** Deduplicates: one key is sent once. */
  readonly key: string;
}

/** Sends emails to a user. Each is filed under the account of the user's oldest membership. */
export class UserMails {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly mails: Mails,
  ) {}

  /** Joins the transaction. A user without a membership receives nothing. */
  async send(user: User, { to = user.email, ...mail }: UserMail): Promise<void> {
    const [account] = await this.memberships.accountsOf(user.id);
    if (account) await this.mails.send({ ...mail, to, accountId: account.accountId });
  }
}
