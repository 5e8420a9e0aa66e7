import { type Clock, newId } from '@trunkline/kernel';
import type { User } from '../../domain/user';
import type { MailedLinks } from '../mails/mailed-links';
import { passwordChangedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { OAuthGrantRepository } from '../oauth/ports';
import type { UserRepository } from '../ports';
import type { RevokeSessions } from '../sessions/revoke-sessions';
import type { PasswordAttempts } from './password-attempts';

export interface NewPassword {
  readonly hash: string;
  /** The session to keep; null when a mailed link set the password. */
  readonly sparedSessionId: string | null;
}

/** Replaces a password and ends everything that depended on the old one. See docs/sign-in.md#passwords. */
export class ReplacePassword {
  constructor(
    private readonly users: UserRepository,
    private readonly attempts: PasswordAttempts,
    private readonly revokeSessions: RevokeSessions,
    private readonly grants: OAuthGrantRepository,
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction, in which the user must be locked. Returns the number of revoked sessions. */
  async replace(user: User, { hash, sparedSessionId }: NewPassword): Promise<number> {
    const now = this.clock.now();
    if (sparedSessionId === null) user.setPasswordByMail(hash, now);
    else user.changePassword(hash, now);
    await this.users.save(user);
    await this.attempts.clear(user);
    // Links may have been requested with the old password, above all one that changes the address.
    await this.links.void(user.id, ['magic_link', 'reset_password', 'change_email']);
    const revoked = await this.revokeSessions.allOf(user.id, sparedSessionId);
    const disconnected = sparedSessionId === null ? await this.grants.revokeGivenIn(user.id, revoked, now) : [];
    const message = passwordChangedMessage(user.name, now, disconnected);
    await this.mails.send(user, { ...message, key: `password_changed:${newId('evt')}` });
    return revoked.length;
  }
}
