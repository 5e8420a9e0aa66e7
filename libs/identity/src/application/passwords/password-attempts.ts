import { addSeconds, type Clock, type Principal } from '@trunkline/kernel';
import type { FraudDecision, LoginOutcome } from '../../domain/sessions/login-event';
import type { Caller } from '../../domain/sessions/session';
import { DEVICE_RULES, lockedForSeconds, PASSWORD_RULES } from '../../domain/sign-in/lockout';
import type { User } from '../../domain/users/user';
import type { LoginEventRecorder } from '../sessions/login-event-recorder';
import { passwordLockedMessage } from '../mails/messages';
import type { UserMails } from '../mails/user-mails';
import type { UserRepository } from '../ports';
import type { Devices } from '../sign-in/devices';
import type { FailureSubject, PasswordFailures } from './password-failures';

/** What a login event records beside the outcome. */
export interface AttemptContext {
  readonly caller: Caller;
  readonly fraudDecision: FraudDecision | null;
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

  /** For a sign-in. An unknown email locks like a known one, after the same statements. */
  async lockByEmail(email: string, deviceSecret: string | null): Promise<LockedAttempt> {
    const [user, known] = await Promise.all([this.users.lockByEmail(email), this.devices.find(deviceSecret)]);
    const device = known && known.userId === user?.id ? known.id : null;
    return this.lock(user, subjectAtSignIn(user, email, device));
  }

  /** For a password sent within a session or with a key. */
  async lockForPrincipal({ userId, credential, credentialId }: Principal): Promise<LockedAttempt> {
    const user = await this.users.lock(userId);
    // A key can create further keys: together they get no more guesses than one session.
    return this.lock(
      user,
      credential === 'session' ? { kind: 'session', id: credentialId } : { kind: 'keys', id: userId },
    );
  }

  /** Runs the same statements for an unknown email, unless this failure locks. */
  async recordFailure({ user, subject, failures }: LockedAttempt, context: AttemptContext): Promise<void> {
    const now = this.clock.now();
    await this.failures.add(subject, now);
    const seconds = lockedForSeconds(rulesOf(subject), [now, ...failures], now);
    if (user && seconds > 0) await this.notify(user, subject, addSeconds(now, seconds));
    await this.record(user, user ? 'wrong_password' : 'no_such_user', context);
  }

  async record(user: User | null, outcome: LoginOutcome, { caller, fraudDecision }: AttemptContext): Promise<void> {
    await this.recorder.record({ userId: user?.id ?? null, outcome, method: 'password', caller, fraudDecision });
  }

  /** Clears the failures after a password change. The user must be locked. */
  async clear({ id }: User): Promise<void> {
    await this.failures.clear({ kind: 'user', id });
    await this.failures.clear({ kind: 'keys', id });
  }

  private async lock(user: User | null, subject: FailureSubject): Promise<LockedAttempt> {
    const now = this.clock.now();
    const failures = await this.failures.lock(subject, now);
    return { user, subject, failures, lockedForSeconds: lockedForSeconds(rulesOf(subject), failures, now) };
  }

  /** Sends one email per lockout: attempts are not counted while it lasts. */
  private async notify(user: User, { kind, id }: FailureSubject, until: Date): Promise<void> {
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
