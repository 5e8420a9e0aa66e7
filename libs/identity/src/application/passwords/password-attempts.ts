import { addSeconds, type Clock, type Principal } from '@trunkline/kernel';
import type { FraudDecision, LoginOutcome, PreviousSignIns } from '../../domain/sessions/login-event';
import type { Caller } from '../../domain/sessions/session';
import { DEVICE_RULES, lockedForSeconds, PASSWORD_RULES } from '../../domain/lockout';
import type { User } from '../../domain/user';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import { passwordLockedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { Devices, FoundDevice } from '../sign-in/devices';
import type { FailureSubject, PasswordFailures } from './ports';

/** What a login event records beside the outcome. */
export interface AttemptContext {
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
  /** As returned by `SignIn.readFacts`. By default they are read. */
  readonly previous?: PreviousSignIns;
}

/** A password sent to sign in. */
export interface SignInAttempt {
  readonly email: string;
  /** The user with this email as read before the lock; null without one. */
  readonly userId: string | null;
  /** From the cookie of a known device; null without one. */
  readonly deviceSecret: string | null;
}

/** The user of an attempt and the subject that failures count for, both locked until the transaction ends. */
export interface LockedAttempt {
  /** Null for an unknown email. */
  readonly user: User | null;
  readonly subject: FailureSubject;
  readonly failures: readonly Date[];
  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  readonly lockedForSeconds: number;
}

/**
 * Counts wrong passwords and locks sign-in. See docs/sign-in.md#lockouts. Joins the transaction and locks the user before
 * the subject, so that every concurrent attempt is counted.
 */
export class PasswordAttempts {
  constructor(
    private readonly users: UserRepository,
    private readonly devices: Devices,
    private readonly failures: PasswordFailures,
    private readonly recorder: LoginEventRecorder,
    private readonly mails: UserMails,
    private readonly clock: Clock,
  ) {}

  /**
   * For a sign-in. An unknown email locks like a known one, after the same statements. Without a device, one round trip: the
   * subject is known before the user is locked, unless the email has changed hands.
   */
  async lockByEmail({ email, userId, deviceSecret }: SignInAttempt): Promise<LockedAttempt> {
    const expected = deviceSecret === null ? subjectAtSignIn(userId, email, null) : null;
    const [user, device, counted] = await Promise.all([
      this.users.lockByEmail(email),
      this.devices.find(deviceSecret),
      expected && this.count(expected),
    ]);
    const subject = subjectAtSignIn(user?.id ?? null, email, device);
    return { user, ...(counted?.subject.id === subject.id ? counted : await this.count(subject)) };
  }

  /** For a password sent within a session or with a key. */
  async lockForPrincipal({ userId, credential, credentialId }: Principal): Promise<LockedAttempt> {
    const user = await this.users.lock(userId);
    // A key can create further keys: together they get no more guesses than one session.
    const counted = await this.count(
      credential === 'session' ? { kind: 'session', id: credentialId } : { kind: 'keys', id: userId },
    );
    return { user, ...counted };
  }

  /** Runs the same statements for an unknown email, unless this failure locks. */
  async recordFailure({ user, subject, failures }: LockedAttempt, context: AttemptContext): Promise<void> {
    const now = this.clock.now();
    await this.failures.add(subject, now);
    const seconds = lockedForSeconds(rulesOf(subject), [now, ...failures], now);
    if (user && seconds > 0) await this.notify(user, subject, addSeconds(now, seconds));
    await this.record(user, user ? 'wrong_password' : 'no_such_user', context);
  }

  async record(user: User | null, outcome: LoginOutcome, context: AttemptContext): Promise<void> {
    const { caller, fraudDecision, previous } = context;
    await this.recorder.record(
      { userId: user?.id ?? null, outcome, method: 'password', caller, fraudDecision },
      previous,
    );
  }

  /** Clears the failures after a password change. The user must be locked. */
  async clear({ id }: User): Promise<void> {
    await this.failures.clear({ kind: 'user', id });
    await this.failures.clear({ kind: 'keys', id });
  }

  private async count(subject: FailureSubject): Promise<Omit<LockedAttempt, 'user'>> {
    const now = this.clock.now();
    const failures = await this.failures.lock(subject, now);
    return { subject, failures, lockedForSeconds: lockedForSeconds(rulesOf(subject), failures, now) };
  }

  /** Sends one email per lockout: attempts are not counted while it lasts. */
  private async notify(user: User, { kind, id }: FailureSubject, until: Date): Promise<void> {
    const key = `password_locked:${kind}:${id}:${String(until.getTime())}`;
    await this.mails.send(user, { ...passwordLockedMessage(user.name, kind, until), key });
  }
}

function subjectAtSignIn(userId: string | null, email: string, device: FoundDevice | null): FailureSubject {
  if (userId === null) return { kind: 'email', id: email };
  return device?.userId === userId ? { kind: 'device', id: device.id } : { kind: 'user', id: userId };
}

function rulesOf({ kind }: FailureSubject) {
  return kind === 'device' ? DEVICE_RULES : PASSWORD_RULES;
}
