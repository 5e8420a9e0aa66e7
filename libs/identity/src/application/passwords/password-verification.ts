import { type DomainError, invalidFields, type Principal } from '@trunkline/kernel';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { UserRepository } from '../ports';
import type { PasswordAttempts } from './password-attempts';
import type { Passwords } from './passwords';

/** The result of a comparison, before a decision. */
export interface ComparedPassword {
  readonly who: Principal;
  /** The hash that the password was compared with; null without one. */
  readonly hash: string | null;
  readonly isRight: boolean;
}

export interface VerificationContext {
  readonly caller: Caller;
  /** The member of the request body that a rejection names. */
  readonly field: string;
}

/**
 * Verifies the password of a signed-in user in two steps: the slow comparison outside any transaction, and the decision
 * inside one, with the user locked. Failures count for the session, or for all keys of the user.
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
   * Joins the transaction. Returns the locked user, or the error: login_locked, or 422 naming the field. The error is
   * returned so that the caller can commit the counted failure and throw afterwards.
   */
  async judge(
    { who, hash, isRight }: ComparedPassword,
    { caller, field }: VerificationContext,
  ): Promise<User | DomainError> {
    const locked = await this.attempts.lockForPrincipal(who);
    const { user, lockedForSeconds } = locked;
    const context = { caller, fraudDecision: null };
    if (lockedForSeconds > 0) {
      await this.attempts.record(user, 'locked_out', context);
      const message = who.credential === 'session' ? SESSION_LOCKED : KEYS_LOCKED;
      return IdentityErrors.login_locked({ message, retryAfterSeconds: lockedForSeconds });
    }
    // A password that changed meanwhile makes the comparison worthless.
    if (user && isRight && user.passwordHash === hash) return user;
    await this.attempts.recordFailure(locked, context);
    return invalidFields({ [field]: 'is not your password' });
  }
}

const SESSION_LOCKED =
  'Too many wrong passwords in this session. Retry after the time in `Retry-After`, or sign in again.';
const KEYS_LOCKED =
  'Too many wrong passwords with your API keys. Retry after the time in `Retry-After`, or use a session instead.';
