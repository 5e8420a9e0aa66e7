import { addSeconds, type Clock, type Principal } from '@trunkline/kernel';
import { DEVICE_RULES, lockedForSeconds, PASSWORD_RULES } from '../../domain/sign-in/lockout';
import type { FraudDecision, LoginOutcome } from '../../domain/login-events/login-event';
import type { Caller } from '../../domain/sessions/session';
import type { User } from '../../domain/users/user';
import { passwordLockedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { Devices } from '../sign-in/devices';
import type { FailureSubject, PasswordFailures } from './password-failures';
import type { SignInHistory } from '../login-events/sign-in-history';

/** What is known of an attempt beside whether the password was right. */
export interface AttemptSeen {
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
}

/** Whom an attempt is about and what it counts for, held until the transaction ends. */
export interface HeldAttempt {
  /** Null when nobody has the address. */
  readonly user: User | null;
  readonly subject: FailureSubject;
  readonly failures: readonly Date[];
  /** Until it may be tried again; 0 when it may be now. */
  readonly lockedForSeconds: number;
}

/**
 * Counts wrong passwords and locks (README, Lockouts). Within a transaction that holds the user first and then the subject
 * of the count, so that of many at once each is counted.
 */
export class PasswordAttempts {
  constructor(
    private readonly users: UserRepository,
    private readonly devices: Devices,
    private readonly failures: PasswordFailures,
    private readonly history: SignInHistory,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /** At sign-in. An address that nobody has locks as one that somebody has, after the same statements. */
  async holdAddress(email: string, deviceSecret: string | null): Promise<HeldAttempt> {
    const user = await this.users.lockByEmail(email);
    const device = await this.devices.recognize(deviceSecret, user?.id ?? null);
    return this.hold(user, subjectAtSignIn(user, email, device));
  }

  /** Of someone who is signed in. */
  async holdPrincipal({ userId, credential, credentialId }: Principal): Promise<HeldAttempt> {
    const user = await this.users.lock(userId);
    // A key can make others: together they have no more guesses than one session.
    return this.hold(
      user,
      credential === 'session' ? { kind: 'session', id: credentialId } : { kind: 'keys', id: userId },
    );
  }

  /** Costs the same statements for an address that nobody has, unless this is the one that locks. */
  async noteWrong({ user, subject, failures }: HeldAttempt, seen: AttemptSeen): Promise<void> {
    const now = this.clock.now();
    await this.failures.note(subject, now);
    const seconds = lockedForSeconds(rulesOf(subject), [now, ...failures], now);
    if (user && seconds > 0) await this.tell(user, subject, addSeconds(now, seconds));
    await this.note(user, user ? 'wrong_password' : 'no_such_user', seen);
  }

  note(user: User | null, outcome: LoginOutcome, { caller, fraudDecision }: AttemptSeen): Promise<void> {
    return this.history.note({ userId: user?.id ?? null, outcome, method: 'password', caller, fraudDecision });
  }

  /** Within a transaction that holds the user: what was guessed at is no longer the password. */
  async forget({ id }: User): Promise<void> {
    await this.failures.clear({ kind: 'user', id });
    await this.failures.clear({ kind: 'keys', id });
  }

  private async hold(user: User | null, subject: FailureSubject): Promise<HeldAttempt> {
    const now = this.clock.now();
    const failures = await this.failures.hold(subject, now);
    return { user, subject, failures, lockedForSeconds: lockedForSeconds(rulesOf(subject), failures, now) };
  }

  /** Whoever it was, the user is told: once per lockout, since nothing is counted while it lasts. */
  private async tell(user: User, { kind, id }: FailureSubject, until: Date): Promise<void> {
    const key = `password_locked:${kind}:${id}:${String(until.getTime())}`;
    await this.mails.send(user, { ...passwordLockedMessage(user.name, kind, until), key });
  }
}

function subjectAtSignIn(user: User | null, email: string, device: string | null): FailureSubject {
  if (!user) return { kind: 'email', id: email };
  return device === null ? { kind: 'user', id: user.id } : { kind: 'device', id: device };
}

function rulesOf({ kind }: FailureSubject) {
  return kind === 'device' ? DEVICE_RULES : PASSWORD_RULES;
}
