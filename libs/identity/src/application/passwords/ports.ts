/**
 * What wrong passwords count for: a user on all unknown devices, an unknown email, one known device (by the hash of its
 * secret), one session, or all API keys of a user.
 */
export interface FailureSubject {
  readonly kind: 'user' | 'email' | 'device' | 'session' | 'keys';
  readonly id: string;
}

/** Wrong passwords that still count. */
export abstract class PasswordFailures {
  /**
   * Locks the subject until the transaction ends, so that concurrent attempts are all counted. Returns the times of the
   * latest failures, newest first, as far back as the lockout rules look.
   */
  abstract lock(subject: FailureSubject, now: Date): Promise<Date[]>;
  /** The subject must be locked. */
  abstract add(subject: FailureSubject, at: Date): Promise<void>;
  abstract clear(subject: FailureSubject): Promise<void>;
}

export abstract class PasswordHasher {
  /** Argon2id, off the event loop. */
  abstract hash(password: string): Promise<string>;
  /** A null hash never matches, and takes as long to verify. See docs/sign-in.md#unknown-emails. */
  abstract verify(hash: string | null, password: string): Promise<boolean>;
}

export abstract class CommonPasswords {
  /** True for one of the most common passwords. `password` is in lower case. */
  abstract has(password: string): boolean;
}
