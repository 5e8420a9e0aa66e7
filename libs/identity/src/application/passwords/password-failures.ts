/**
 * What wrong passwords are counted for: a user over all unknown devices, an unknown email, one known device (by the hash
 * of its secret), one session, or all API keys of a user.
 */
export interface FailureSubject {
  readonly kind: 'user' | 'email' | 'device' | 'session' | 'keys';
  readonly id: string;
}

/** Wrong passwords that still count. */
export abstract class PasswordFailures {
  /**
   * Within a transaction: holds the subject until it ends, so that of many attempts at once each is counted. When the
   * latest were noted, newest first: as many and as old as the rules of a lockout look at.
   */
  abstract lock(subject: FailureSubject, now: Date): Promise<Date[]>;
  /** Within the transaction that holds the subject. */
  abstract add(subject: FailureSubject, at: Date): Promise<void>;
  abstract clear(subject: FailureSubject): Promise<void>;
}
