import type { SecondFactor } from '../../domain/mfa/second-factor';

/** A TOTP secret that setup-start gave out, which setup-verify may bring back. */
export interface IssuedSecret {
  readonly userId: string;
  readonly secret: string;
}

/** Second factors, unreadable to whoever has the database alone. */
export abstract class SecondFactorRepository {
  /** Of the secret only a hash is kept. Forgets those of the user that have expired. */
  abstract noteIssued(issued: IssuedSecret, expiresAt: Date, now: Date): Promise<void>;
  abstract wasIssued(issued: IssuedSecret, now: Date): Promise<boolean>;
  /** Forgets every secret that was issued to the user: another needs another setup-start. */
  abstract add(factor: SecondFactor): Promise<void>;
  /** Only what `lock` returned in this transaction may be saved. */
  abstract save(factor: SecondFactor): Promise<void>;
  /** Holds the factor until the transaction ends, so that of many with one code one is right. */
  abstract lock(userId: string): Promise<SecondFactor | null>;
  abstract remove(userId: string): Promise<void>;
}

/** Codes that were mailed, one to a user at a time, kept as keyed digests. */
export abstract class EmailCodes {
  /** Voids the one before. */
  abstract put(userId: string, code: string, expiresAt: Date): Promise<void>;
  /** Uses the code up; false when it is not the user's, used, void or expired. Of two callers with one code, one gets true. */
  abstract take(userId: string, code: string, now: Date): Promise<boolean>;
}

/** Wrong codes in the sign-in history. */
export abstract class MfaFailures {
  /**
   * When the user's latest wrong codes since a moment were given, newest first; none from before the present factor was
   * enabled. Exact only while the user is locked.
   */
  abstract latest(userId: string, since: Date, limit: number): Promise<Date[]>;
}

export interface TotpLabel {
  readonly secret: string;
  /** Whom the code is for, as an authenticator app shows it. */
  readonly label: string;
  readonly issuer: string;
}

/** RFC 6238 with SHA-1, six digits and steps of 30 seconds: what every authenticator app can do. */
export abstract class Totp {
  /** 160 bits of chance in base32. */
  abstract newSecret(): string;
  /** `otpauth://totp/…`, for a QR code. */
  abstract uri(of: TotpLabel): string;
  /** The time step whose code this is, of the one at `at` and its two neighbours; null when it is none of theirs. */
  abstract stepOf(secret: string, code: string, at: Date): number | null;
}
