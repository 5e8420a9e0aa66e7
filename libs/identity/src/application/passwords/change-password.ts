import { type Clock, DomainError, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import { NEW_PASSWORD_LENGTH_MIN } from '../../domain/password-policy';
import { hashSecret, newSecret } from '../../domain/secrets';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { SessionRepository } from '../ports';
import type { PasswordVerification } from './password-verification';
import type { Passwords } from './passwords';
import type { ReplacePassword } from './replace-password';

export interface ChangePasswordInput {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly caller: Caller;
}

export interface ChangedPassword {
  /** Without the current session. */
  readonly sessionsRevoked: number;
  /** For the cookie; not stored. */
  readonly sessionSecret: string;
  readonly expiresAt: Date;
}

const PASSWORD_RULE = { lengthMin: NEW_PASSWORD_LENGTH_MIN, field: 'new_password' };

/** POST /auth/change-password: renews the secret of the current session and revokes all others. */
export class ChangePassword {
  constructor(
    private readonly tx: Transactor,
    private readonly passwordVerification: PasswordVerification,
    private readonly passwords: Passwords,
    private readonly replacePassword: ReplacePassword,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Must not run within a transaction: counted failures must survive the error. Throws login_locked, unauthorized when
   * the session has ended meanwhile, and 422 naming `current_password` or `new_password`.
   */
  async change(
    who: Principal,
    { currentPassword, newPassword, caller }: ChangePasswordInput,
  ): Promise<ChangedPassword> {
    this.passwords.assertAllowed(newPassword, PASSWORD_RULE);
    const compared = await this.passwordVerification.compare(who, currentPassword);
    if (compared.hash === null) throw invalidFields({ current_password: NO_PASSWORD });
    const hash = await this.passwords.hashNew(newPassword, PASSWORD_RULE);
    const outcome = await this.tx.run(async () => {
      const user = await this.passwordVerification.judge(compared, { caller, field: 'current_password' });
      return user instanceof DomainError ? user : this.replace(user, hash, who.credentialId);
    });
    if (outcome instanceof DomainError) throw outcome;
    return outcome;
  }

  private async replace(user: User, hash: string, sessionId: string): Promise<ChangedPassword> {
    const sessionsRevoked = await this.replacePassword.replace(user, { hash, sparedSessionId: sessionId });
    const sessionSecret = newSecret();
    const expiresAt = await this.sessions.renew(sessionId, hashSecret(sessionSecret), this.clock.now());
    if (!expiresAt) throw IdentityErrors.unauthorized({ message: 'The session has ended. Sign in again.' });
    return { sessionsRevoked, sessionSecret, expiresAt };
  }
}

const NO_PASSWORD = 'the user has no password yet: set one through POST /v1/auth/forgot-password';
