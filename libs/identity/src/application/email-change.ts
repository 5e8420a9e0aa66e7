import { type Clock, DomainError, newId } from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import { TOKEN_KINDS } from '../domain/one-time-token';
import type { User } from '../domain/user';
import type { MailedLinks } from './mails/mailed-links';
import { emailChangedMessage } from './mails/messages';
import type { UserMails } from './mails/user-mails';
import type { UserRepository } from './ports';
import type { RevokeSessions } from './sessions/revoke-sessions';

/** Changes a user's address to one that a mailed link has verified. */
export class EmailChange {
  constructor(
    private readonly users: UserRepository,
    private readonly revokeSessions: RevokeSessions,
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the transaction, in which the user must be locked. Throws token_invalid when the address was taken meanwhile;
   * a distinct error would reveal a known address.
   */
  async request(user: User, newEmail: string): Promise<void> {
    const now = this.clock.now();
    const oldEmail = user.email;
    user.changeEmail(newEmail, now);
    await this.users.save(user).catch(refuseTaken);
    // Links sent to the old address must not work, and sessions may not be the user's own.
    await this.links.void(user.id, TOKEN_KINDS);
    await this.revokeSessions.allOf(user.id, null);
    const message = emailChangedMessage(user.name, newEmail, now);
    await this.mails.send(user, { ...message, to: oldEmail, key: `email_changed:${newId('evt')}` });
  }
}

function refuseTaken(error: unknown): never {
  throw error instanceof DomainError && error.code === 'email_in_use' ? IdentityErrors.token_invalid() : error;
}
