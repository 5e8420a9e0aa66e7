import type { SecondFactor } from '../../domain/mfa/second-factor';

/** A TOTP secret issued by setup-start. */
export interface IssuedSecret {
  readonly userId: string;
  readonly secret: string;
}

/** Second factors, sealed with a key outside the database. */
export abstract class SecondFactorRepository {
  /** Stores only a hash of the secret. Deletes the user's expired ones. */
  abstract noteIssued(issued: IssuedSecret, expiresAt: Date, now: Date): Promise<void>;
  abstract wasIssued(issued: IssuedSecret, now: Date): Promise<boolean>;
  /** Deletes every secret issued to the user: another setup needs another setup-start. */
  abstract add(factor: SecondFactor): Promise<void>;
  /** Only a factor that `lock` returned in this transaction may be saved. */
  abstract save(factor: SecondFactor): Promise<void>;
  /** Locks the factor until the transaction ends, so that a code is accepted once. */
  abstract lock(userId: string): Promise<SecondFactor | null>;
  abstract remove(userId: string): Promise<void>;
}

/** Mailed codes, one per user, stored as keyed digests. */
export abstract class EmailCodes {
  /** Replaces the previous code. */
  abstract put(userId: string, code: string, expiresAt: Date): Promise<void>;
  /**
   * Uses the code up; false when it is wrong, used, void or expired. One of two concurrent callers with one code gets
   * true.
   */
  abstract take(userId: string, code: string, now: Date): Promise<boolean>;
}

/** Wrong codes, read from login events. */
export abstract class MfaFailures {
  /**
   * Times of the user's latest wrong codes since `since`, newest first, counted from when the current factor was
   * enabled. Exact only while the user is locked.
   */
  abstract latest(userId: string, since: Date, limit: number): Promise<Date[]>;
}

export interface TotpLabel {
  readonly secret: string;
  /** Shown by authenticator apps. */
  readonly label: string;
  readonly issuer: string;
}

/** RFC 6238 with SHA-1, six digits and 30-second steps, which every authenticator app supports. */
export abstract class Totp {
  /** 160 random bits in base32. */
  abstract newSecret(): string;
  /** `otpauth://totp/…`, for a QR code. */
  abstract uri(of: TotpLabel): string;
  /** Returns the time step that the code belongs to: the one at `at` or a neighbour; null for none of them. */
  abstract stepOf(secret: string, code: string, at: Date): number | null;
}
