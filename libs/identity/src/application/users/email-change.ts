import { type Clock, DomainError, newId } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { TOKEN_KINDS } from '../../domain/mails/one-time-token';
import type { User } from '../../domain/users/user';
import type { MailedLinks } from '../mails/mailed-links';
import { emailChangedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { RevokeSessions } from '../sessions/revoke-sessions';

/** Moves a user to an address that a mailed link has proved. */
export class EmailChange {
  constructor(
    private readonly users: UserRepository,
    private readonly revokeSessions: RevokeSessions,
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Within a transaction that holds the user. Throws token_invalid when somebody else has the address by now: the link
   * is worth nothing, and an answer of its own would tell who is a customer.
   */
  async execute(user: User, newEmail: string): Promise<void> {
    const now = this.clock.now();
    const oldEmail = user.email;
    user.changeEmail(newEmail, now);
    await this.users.save(user).catch(refuseTaken);
    // What was mailed to the old address no longer speaks for the user, and sessions may be someone else's.
    await this.links.void(user.id, TOKEN_KINDS);
    await this.revokeSessions.allOf(user.id, null);
    const message = emailChangedMessage(user.name, newEmail, now);
    await this.mails.send(user, { ...message, to: oldEmail, key: `email_changed:${newId('evt')}` });
  }
}

function refuseTaken(error: unknown): never {
  throw error instanceof DomainError && error.code === 'email_in_use' ? IdentityErrors.token_invalid() : error;
}
