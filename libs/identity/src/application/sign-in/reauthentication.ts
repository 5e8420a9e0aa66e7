import { addSeconds, type Clock, DomainError, invalidFields, type Principal, type Transactor } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { UserRepository } from '../ports';
import type { PasswordVerification } from '../passwords/password-verification';

/** How long a sign-in counts as recent. See docs/sign-in.md#reauthentication. */
export const RECENT_SIGN_IN_SECONDS = 15 * 60;

/**
 * Verifies a user's password before a sensitive operation. Failures count for the session, or for all keys of the user, and
 * not for sign-in.
 */
export class Reauthentication {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly passwordVerification: PasswordVerification,
    private readonly clock: Clock,
  ) {}

  /** True when the session signed in recently enough for a sensitive operation; false for keys and tokens. */
  isRecent({ signedInAt }: Pick<Principal, 'signedInAt'>): boolean {
    return signedInAt !== null && signedInAt >= addSeconds(this.clock.now(), -RECENT_SIGN_IN_SECONDS);
  }

  /**
   * Resolves if the password is right. Must not run within a transaction: counted failures must survive the error.
   * Throws 422 naming `password`, login_locked, and reauthentication_required if the request contains no password (null)
   * or the user has none.
   */
  async confirm(who: Principal, password: string | null, caller: Caller): Promise<void> {
    if (password === null) throw IdentityErrors.reauthentication_required();
    const compared = await this.passwordVerification.compare(who, password);
    if (compared.hash === null) throw IdentityErrors.reauthentication_required();
    const verdict = await this.tx.run(() => this.passwordVerification.judge(compared, { caller, field: 'password' }));
    if (verdict instanceof DomainError) throw verdict;
  }

  /**
   * As `confirm`, for operations that require the password however recent the sign-in is. Throws 422 if the request contains
   * none. A user without a password needs a recent sign-in instead.
   */
  async requirePassword(principal: Principal, password: string | null, caller: Caller): Promise<void> {
    const user = await this.users.find(principal.userId);
    if (!user?.passwordHash) {
      if (!this.isRecent(principal)) throw IdentityErrors.reauthentication_required();
      return;
    }
    if (password === null) throw invalidFields({ password: 'is required' });
    await this.confirm(principal, password, caller);
  }
}
