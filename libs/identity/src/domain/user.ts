import { addSeconds, newId } from '@trunkline/kernel';
import { normalizeEmail } from './email-address';

export const MFA_METHODS = ['totp', 'email_otp'] as const;
export type MfaMethod = (typeof MFA_METHODS)[number];

export const INTENDED_USES = ['itsp', 'dev', 'internal', 'other'] as const;
export type IntendedUse = (typeof INTENDED_USES)[number];

/** Contract, section 0, Rate limits: ten wrong passwords in fifteen minutes lock sign-in for fifteen minutes. */
export const WRONG_PASSWORDS_MAX = 10;
export const LOCKOUT_SECONDS = 15 * 60;

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Null for someone who only ever signs in through an identity provider or a mailed link. */
  readonly passwordHash: string | null;
  readonly phoneE164: string | null;
  readonly marketingOptIn: boolean;
  readonly intendedUse: IntendedUse | null;
}

/** A person. One user may be a member of several accounts. */
export class User {
  readonly id!: string;
  /** Lower case; unique. */
  readonly email!: string;
  readonly name!: string;
  readonly passwordHash!: string | null;
  readonly passwordChangedAt!: Date | null;
  readonly emailVerifiedAt!: Date | null;
  readonly phoneE164!: string | null;
  readonly phoneVerified!: boolean;
  readonly mfaMethod!: MfaMethod | null;
  readonly marketingOptIn!: boolean;
  readonly intendedUse!: IntendedUse | null;
  readonly loginLockedUntil!: Date | null;
  readonly createdAt!: Date;

  private constructor(state: Omit<User, UserMethod>) {
    Object.assign(this, state);
  }

  static register(input: NewUser, now: Date): User {
    return new User({
      ...input,
      id: newId('usr'),
      email: normalizeEmail(input.email),
      passwordChangedAt: input.passwordHash === null ? null : now,
      emailVerifiedAt: null,
      phoneVerified: false,
      mfaMethod: null,
      loginLockedUntil: null,
      createdAt: now,
    });
  }

  isEmailVerified(): boolean {
    return this.emailVerifiedAt !== null;
  }

  verifyEmail(now: Date): void {
    if (!this.emailVerifiedAt) this.become({ emailVerifiedAt: now });
  }

  /** Seconds until a locked user may try again; 0 when sign-in is open. */
  lockedForSeconds(now: Date): number {
    const leftMs = (this.loginLockedUntil?.getTime() ?? 0) - now.getTime();
    return Math.max(0, Math.ceil(leftMs / 1000));
  }

  /** Wrong passwords from before this moment no longer count. */
  wrongPasswordsCountFrom(now: Date): Date {
    const windowStart = addSeconds(now, -LOCKOUT_SECONDS);
    return this.passwordChangedAt && this.passwordChangedAt > windowStart ? this.passwordChangedAt : windowStart;
  }

  /** `earlier` is how many wrong passwords the window holds already. True when this one locks. */
  noteWrongPassword(earlier: number, now: Date): boolean {
    if (earlier + 1 < WRONG_PASSWORDS_MAX) return false;
    this.become({ loginLockedUntil: addSeconds(now, LOCKOUT_SECONDS) });
    return true;
  }

  private become(change: Partial<Omit<User, UserMethod>>): void {
    Object.assign(this, change);
  }
}

type UserMethod =
  | 'isEmailVerified'
  | 'verifyEmail'
  | 'lockedForSeconds'
  | 'wrongPasswordsCountFrom'
  | 'noteWrongPassword';
