import type { Clock } from '@trunkline/kernel';
import type { FraudDecision, LoginOutcome } from '../domain/login-event';
import type { Caller } from '../domain/session';
import type { User } from '../domain/user';
import type { UserRepository } from './ports';
import type { SignInHistory } from './sign-in-history';

/** What is known of an attempt beside whether the password was right. */
export interface AttemptSeen {
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
}

/**
 * Counts wrong passwords and locks after the tenth (contract, section 0, Rate limits). Within a transaction that holds
 * the user, so that of many at once each is counted.
 */
export class PasswordAttempts {
  constructor(
    private readonly users: UserRepository,
    private readonly history: SignInHistory,
    private readonly clock: Clock,
  ) {}

  /** Seconds until the user may try again; 0 when sign-in is open. */
  lockedForSeconds(user: User | null): number {
    return user?.lockedForSeconds(this.clock.now()) ?? 0;
  }

  /** Costs the same statements for an address that nobody has, unless this is the one that locks. */
  async noteWrong(user: User | null, seen: AttemptSeen): Promise<void> {
    const earlier = await this.history.wrongPasswordsOf(user);
    if (user?.noteWrongPassword(earlier, this.clock.now())) await this.users.save(user);
    await this.note(user, user ? 'wrong_password' : 'no_such_user', seen);
  }

  note(user: User | null, outcome: LoginOutcome, { caller, fraudDecision }: AttemptSeen): Promise<void> {
    return this.history.note({ userId: user?.id ?? null, outcome, method: 'password', caller, fraudDecision });
  }
}
