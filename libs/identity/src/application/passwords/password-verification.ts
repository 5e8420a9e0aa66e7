import { type DomainError, invalidFields, type Principal } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/users/user';
import type { UserRepository } from '../ports';
import type { PasswordAttempts } from './password-attempts';
import type { Passwords } from './passwords';

/** What a comparison found, before anything was decided. */
export interface ComparedPassword {
  readonly who: Principal;
  /** The hash that the password was compared with; null when there is none. */
  readonly hash: string | null;
  readonly isRight: boolean;
}

export interface VerificationContext {
  readonly caller: Caller;
  /** The member of the request body that a refusal names. */
  readonly field: string;
}

/**
 * Asks someone who is signed in for the password, in two steps: the slow comparison outside of any transaction, and the
 * verdict inside one, where the user is held. Wrong ones count for the session, or for the user's keys together.
 */
export class PasswordVerification {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly attempts: PasswordAttempts,
  ) {}

  async compare(who: Principal, password: string): Promise<ComparedPassword> {
    const hash = (await this.users.find(who.userId))?.passwordHash ?? null;
    return { who, hash, isRight: await this.passwords.isRight(hash, password) };
  }

  /**
   * Within a transaction. The user, held, or why not: login_locked, or 422 naming the field. A refusal is returned, not
   * thrown, since what it counts must stay: throw it after the commit.
   */
  async judge(
    { who, hash, isRight }: ComparedPassword,
    { caller, field }: VerificationContext,
  ): Promise<User | DomainError> {
    const held = await this.attempts.lockForPrincipal(who);
    const { user, lockedForSeconds } = held;
    const seen = { caller, fraudDecision: null };
    if (lockedForSeconds > 0) {
      await this.attempts.record(user, 'locked_out', seen);
      return IdentityErrors.login_locked({ message: LOCKED_HERE, retryAfterSeconds: lockedForSeconds });
    }
    // One that was changed meanwhile makes the comparison worthless.
    if (user && isRight && user.passwordHash === hash) return user;
    await this.attempts.recordFailure(held, seen);
    return invalidFields({ [field]: 'is not your password' });
  }
}

const LOCKED_HERE =
  'Too many wrong passwords in this session. Retry after the time in `Retry-After`, or sign in again.';
