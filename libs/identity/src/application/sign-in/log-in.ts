import type { DomainError, Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../../domain/email-address';
import { IdentityErrors } from '../../domain/errors';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/user';
import type { MinimumDuration } from './minimum-duration';
import type { AttemptContext, PasswordAttempts, SignInAttempt } from '../passwords/password-attempts';
import type { Passwords } from '../passwords/passwords';
import type { UserRepository } from '../ports';
import type { Screening } from '../screening/screening';
import type { SignedIn, SignIn } from './sign-in';

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly trustDevice: boolean;
  /** From the cookie of a known device; null without one. */
  readonly deviceSecret?: string | null;
  readonly caller: Caller;
}

interface Attempt extends AttemptContext, SignInAttempt {
  readonly trustDevice: boolean;
  /** The hash that the password was compared with. */
  readonly comparedHash: string | null;
  readonly isRight: boolean;
}

/** A rejection whose record the transaction keeps. Thrown after the commit. */
class Refused {
  constructor(readonly error: DomainError) {}
}

/** POST /auth/login. An unknown email costs the same statements and the same hash as a wrong password. */
export class LogIn {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly screening: Screening,
    private readonly attempts: PasswordAttempts,
    private readonly signIn: SignIn,
    private readonly minimumDuration: MinimumDuration,
  ) {}

  /**
   * Throws unauthorized, login_locked, email_unverified, fraud_blocked or account_closed. Must not run within a
   * transaction.
   */
  logIn(input: LogInInput): Promise<SignedIn> {
    return this.minimumDuration.delayErrors(async () => {
      const attempt = await this.compare(input);
      const outcome = await this.tx.run(() => this.decide(attempt));
      if (outcome instanceof Refused) throw outcome.error;
      return outcome;
    });
  }

  /** The slow part, outside any transaction. */
  private async compare({ email: address, password, ...input }: LogInInput): Promise<Attempt> {
    const { caller, trustDevice, deviceSecret = null } = input;
    const email = normalizeEmail(address);
    const user = await this.users.findByEmail(email);
    const userId = user?.id ?? null;
    const screened = { email, caller, country: null, method: 'password', userId } as const;
    const fraudDecision = await this.screening.admit(screened);
    const comparedHash = user?.passwordHash ?? null;
    const isRight = await this.passwords.isRight(comparedHash, password);
    return { email, userId, trustDevice, deviceSecret, caller, fraudDecision, comparedHash, isRight };
  }

  private async decide(attempt: Attempt): Promise<SignedIn | Refused> {
    // In one round trip. What follows the first statement waits for the user's lock, and so sees what was committed before it.
    const [locked, facts] = await Promise.all([
      this.attempts.lockByEmail(attempt),
      this.signIn.readFacts(attempt.userId, attempt.caller),
    ]);
    const { user, lockedForSeconds } = locked;
    const context = { ...attempt, previous: facts.previous };
    if (lockedForSeconds > 0) {
      await this.attempts.record(user, 'locked_out', context);
      return new Refused(IdentityErrors.login_locked({ retryAfterSeconds: lockedForSeconds }));
    }
    if (!isProved(user, attempt)) {
      await this.attempts.recordFailure(locked, context);
      return new Refused(IdentityErrors.unauthorized());
    }
    if (!user.isEmailVerified()) {
      await this.attempts.record(user, 'unverified_email', context);
      return new Refused(IdentityErrors.email_unverified());
    }
    const { caller, trustDevice, fraudDecision } = attempt;
    return this.signIn.begin({ user, caller, trustDevice, method: 'password', fraudDecision, facts });
  }
}

/** A password or a user that changed during the comparison makes it worthless. */
function isProved(user: User | null, { userId, isRight, comparedHash }: Attempt): user is User {
  return user !== null && user.id === userId && isRight && comparedHash === user.passwordHash;
}
