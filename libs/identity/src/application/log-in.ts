import type { Clock, DomainError, Transactor } from '@trunkline/kernel';
import { normalizeEmail } from '../domain/email-address';
import { IdentityErrors } from '../domain/errors';
import type { LoginOutcome } from '../domain/login-event';
import type { Caller } from '../domain/session';
import type { User } from '../domain/user';
import type { Passwords } from './passwords';
import type { UserRepository } from './ports';
import type { Admission, Screening } from './screening';
import type { SignedIn, SignIn } from './sign-in';
import type { SignInHistory } from './sign-in-history';

export interface LogInInput {
  readonly email: string;
  readonly password: string;
  readonly trustDevice: boolean;
  readonly caller: Caller;
}

interface Attempt extends LogInInput {
  readonly decision: Admission;
  /** The hash that the password was compared with, and whether it was right. */
  readonly comparedHash: string | null;
  readonly isRight: boolean;
}

/** A refusal that the transaction keeps its record of; thrown after the commit. */
class Refused {
  constructor(readonly error: DomainError) {}
}

/** POST /auth/login. An address that nobody has costs the same statements and the same hash as a wrong password. */
export class LogIn {
  constructor(
    private readonly tx: Transactor,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly screening: Screening,
    private readonly signIn: SignIn,
    private readonly history: SignInHistory,
    private readonly clock: Clock,
  ) {}

  /** Throws unauthorized, login_locked, email_unverified, fraud_blocked or account_closed. Not to be called within a transaction. */
  async execute(input: LogInInput): Promise<SignedIn> {
    const email = normalizeEmail(input.email);
    const user = await this.users.findByEmail(email);
    const { caller } = input;
    const decision = await this.screening.admit({
      email,
      country: null,
      caller,
      method: 'password',
      userId: user?.id ?? null,
    });
    const comparedHash = user?.passwordHash ?? null;
    const isRight = await this.passwords.isRight(comparedHash, input.password);
    const attempt = { ...input, email, decision, comparedHash, isRight };
    const outcome = await this.tx.run(() => this.decide(attempt));
    if (outcome instanceof Refused) throw outcome.error;
    return outcome;
  }

  /** The user is locked from here on, so that of many wrong passwords at once each is counted (contract, section 0, Rate limits). */
  private async decide(attempt: Attempt): Promise<SignedIn | Refused> {
    const user = await this.users.lockByEmail(attempt.email);
    const earlier = await this.history.wrongPasswordsOf(user);
    if (!user) return this.refuse(attempt, null, 'no_such_user', IdentityErrors.unauthorized());
    const lockedForSeconds = user.lockedForSeconds(this.clock.now());
    if (lockedForSeconds > 0) {
      const error = IdentityErrors.login_locked({ retryAfterSeconds: lockedForSeconds });
      return this.refuse(attempt, user, 'locked_out', error);
    }
    // A password that was changed while this one was compared makes the comparison worthless.
    if (!attempt.isRight || attempt.comparedHash !== user.passwordHash) return this.countWrong(attempt, user, earlier);
    if (!user.isEmailVerified()) {
      return this.refuse(attempt, user, 'unverified_email', IdentityErrors.email_unverified());
    }
    const { caller, trustDevice, decision } = attempt;
    return this.signIn.begin({ user, caller, trustDevice, method: 'password', fraudDecision: decision });
  }

  private async countWrong(attempt: Attempt, user: User, earlier: number): Promise<Refused> {
    if (user.noteWrongPassword(earlier, this.clock.now())) await this.users.save(user);
    return this.refuse(attempt, user, 'wrong_password', IdentityErrors.unauthorized());
  }

  private async refuse(
    { caller, decision }: Attempt,
    user: User | null,
    outcome: LoginOutcome,
    error: DomainError,
  ): Promise<Refused> {
    const userId = user?.id ?? null;
    await this.history.note({ userId, outcome, method: 'password', caller, fraudDecision: decision });
    return new Refused(error);
  }
}
