import {
  addSeconds,
  type Clock,
  type DomainError,
  invalidFields,
  type Principal,
  type Transactor,
} from '@trunkline/kernel';
import { IdentityErrors } from '../domain/errors';
import type { Caller } from '../domain/session';
import type { PasswordAttempts } from './password-attempts';
import type { Passwords } from './passwords';
import type { UserRepository } from './ports';

/** Contract, section 0, Credentials: what is dangerous needs a sign-in of the last quarter of an hour, or the password. */
const RECENT_SECONDS = 15 * 60;

/** Asks for the password again before something dangerous. Wrong ones count towards the lockout as at sign-in. */
export class Reauthentication {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly attempts: PasswordAttempts,
    private readonly clock: Clock,
  ) {}

  isRecent({ signedInAt }: Principal): boolean {
    return signedInAt !== null && signedInAt >= addSeconds(this.clock.now(), -RECENT_SECONDS);
  }

  /**
   * Not to be called within a transaction: what it counts must stay when it throws. Throws 422 naming `password`,
   * login_locked, or reauthentication_required for someone who has no password.
   */
  async confirm({ userId }: Principal, password: string, caller: Caller): Promise<void> {
    const user = await this.users.find(userId);
    if (!user || user.passwordHash === null) throw IdentityErrors.reauthentication_required();
    const isRight = await this.passwords.isRight(user.passwordHash, password);
    const refusal = await this.tx.run(() => this.decide(userId, isRight, caller));
    if (refusal) throw refusal;
  }

  private async decide(userId: string, isRight: boolean, caller: Caller): Promise<DomainError | null> {
    const user = await this.users.lock(userId);
    const lockedForSeconds = this.attempts.lockedForSeconds(user);
    if (lockedForSeconds > 0) return IdentityErrors.login_locked({ retryAfterSeconds: lockedForSeconds });
    if (isRight) return null;
    await this.attempts.noteWrong(user, { caller, fraudDecision: null });
    return invalidFields({ password: 'is not your password' });
  }
}
