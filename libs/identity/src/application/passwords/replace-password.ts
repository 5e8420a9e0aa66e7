import { type Clock, newId } from '@trunkline/kernel';
import type { User } from '../../domain/users/user';
import type { MailedLinks } from '../mails/mailed-links';
import { passwordChangedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { RevokeSessions } from '../sessions/revoke-sessions';
import type { PasswordAttempts } from './password-attempts';

export interface NewPassword {
  readonly hash: string;
  /** The session that asked, which goes on; null when a mailed link set the password. */
  readonly sparedSessionId: string | null;
}

/** Puts another password in the place of the old one, with all that has to end then. */
export class ReplacePassword {
  constructor(
    private readonly users: UserRepository,
    private readonly attempts: PasswordAttempts,
    private readonly revokeSessions: RevokeSessions,
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /** Within a transaction that holds the user. Says how many sessions were revoked. */
  async execute(user: User, { hash, sparedSessionId }: NewPassword): Promise<number> {
    const now = this.clock.now();
    if (sparedSessionId === null) user.setPasswordByMail(hash, now);
    else user.changePassword(hash, now);
    await this.users.save(user);
    await this.attempts.clear(user);
    // Whoever knew the old password may have asked for links, and for another address above all.
    await this.links.void(user.id, ['magic_link', 'reset_password', 'change_email']);
    await this.mails.send(user, { ...passwordChangedMessage(user.name, now), key: `password_changed:${newId('evt')}` });
    return this.revokeSessions.allOf(user.id, sparedSessionId);
  }
}
