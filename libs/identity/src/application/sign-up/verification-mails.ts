import { type Clock, type Mails, newId } from '@trunkline/kernel';
import { issueToken } from '../../domain/one-time-token';
import type { User } from '../../domain/user';
import { verifyEmailMessage } from '../mails/messages';
import type { DashboardLinks, OneTimeTokenRepository } from '../mails/ports';

/** Sends verification links. */
export class VerificationMails {
  constructor(
    private readonly tokens: OneTimeTokenRepository,
    private readonly mails: Mails,
    private readonly links: DashboardLinks,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. Earlier links remain valid. */
  async send(user: User, accountId: string): Promise<void> {
    const { token, secret } = issueToken('verify_email', user, this.clock.now());
    await this.tokens.add(token);
    const message = verifyEmailMessage(user.name, this.links.verifyEmail(secret));
    await this.mails.send({ ...message, accountId, to: user.email, key: `verify_email:${newId('tok')}` });
  }
}
