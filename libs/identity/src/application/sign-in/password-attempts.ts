import type { Clock } from '@trunkline/kernel';
import { unknownAddressLockedForSeconds } from '../../domain/lockout';
import type { FraudDecision, LoginOutcome } from '../../domain/login-event';
import type { Caller } from '../../domain/session';
import { type User, WRONG_PASSWORDS_MAX } from '../../domain/user';
import { accountLockedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { GuessedAddresses } from './guessed-addresses';
import type { SignInHistory } from './sign-in-history';

/** What is known of an attempt beside whether the password was right. */
export interface AttemptSeen {
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
}

/** Whom an address is of, held until the transaction ends. */
export interface HeldAddress {
  /** Null when nobody has it. */
  readonly user: User | null;
  /** Until it may be tried again; 0 when sign-in is open. */
  readonly lockedForSeconds: number;
}

/**
 * Counts wrong passwords and locks after the tenth (contract, section 0, Rate limits). Within a transaction that holds
 * the user, so that of many at once each is counted.
 */
export class PasswordAttempts {
  constructor(
    private readonly users: UserRepository,
    private readonly guesses: GuessedAddresses,
    private readonly history: SignInHistory,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /** The address first, then its user. One that nobody has locks as one that somebody has, after the same statements. */
  async hold(email: string): Promise<HeldAddress> {
    const guesses = await this.guesses.hold(email, WRONG_PASSWORDS_MAX);
    const user = await this.users.lockByEmail(email);
    const now = this.clock.now();
    const lockedForSeconds = user ? user.lockedForSeconds(now) : unknownAddressLockedForSeconds(guesses, now);
    return { user, lockedForSeconds };
  }

  /** Within the transaction that holds the address. */
  async noteWrongAt(email: string, user: User | null, seen: AttemptSeen): Promise<void> {
    if (!user) await this.guesses.note(email, this.clock.now());
    await this.noteWrong(user, seen);
  }

  /** Seconds until the user may try again; 0 when sign-in is open. */
  lockedForSeconds(user: User | null): number {
    return user?.lockedForSeconds(this.clock.now()) ?? 0;
  }

  /** Costs the same statements for an address that nobody has, unless this is the one that locks. */
  async noteWrong(user: User | null, seen: AttemptSeen): Promise<void> {
    const earlier = await this.history.wrongPasswordsOf(user);
    if (user?.noteWrongPassword(earlier, this.clock.now())) await this.lock(user);
    await this.note(user, user ? 'wrong_password' : 'no_such_user', seen);
  }

  note(user: User | null, outcome: LoginOutcome, { caller, fraudDecision }: AttemptSeen): Promise<void> {
    return this.history.note({ userId: user?.id ?? null, outcome, method: 'password', caller, fraudDecision });
  }

  /** Whoever it was, the user is told: once per lockout, since nothing is counted while it lasts. */
  private async lock(user: User): Promise<void> {
    await this.users.save(user);
    const until = user.loginLockedUntil ?? this.clock.now();
    const key = `account_locked:${user.id}:${String(until.getTime())}`;
    await this.mails.send(user, { ...accountLockedMessage(user.name, until), key });
  }
}
