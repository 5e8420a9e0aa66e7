import { newId } from '@trunkline/kernel';
import { normalizeEmail } from './email-address';
import { IdentityErrors } from '../errors';

export const MFA_METHODS = ['totp', 'email_otp'] as const;
export type MfaMethod = (typeof MFA_METHODS)[number];

export const INTENDED_USES = ['itsp', 'dev', 'internal', 'other'] as const;
export type IntendedUse = (typeof INTENDED_USES)[number];

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Null for someone who only ever signs in through an identity provider or a mailed link. */
  readonly passwordHash: string | null;
  readonly phoneE164: string | null;
  readonly marketingOptIn: boolean;
  readonly intendedUse: IntendedUse | null;
}

export interface ProfileChange {
  readonly name?: string | undefined;
  /** Null takes the number away. */
  readonly phoneE164?: string | null | undefined;
}

/** A person. One user may be a member of several accounts. */
export class User {
  readonly id!: string;
  /** Lower case; unique. */
  readonly email!: string;
  readonly name!: string;
  readonly passwordHash!: string | null;
  readonly passwordChangedAt!: Date | null;
  /**
   * The password was set through a mailed link, and no sign-in with it has been completed since: until then it proves no
   * more than the mailbox does.
   */
  readonly isPasswordFromMail!: boolean;
  readonly emailVerifiedAt!: Date | null;
  readonly phoneE164!: string | null;
  readonly phoneVerified!: boolean;
  readonly mfaMethod!: MfaMethod | null;
  readonly marketingOptIn!: boolean;
  readonly intendedUse!: IntendedUse | null;
  /** Of the version before, which still reads it while processes of both run; nothing here does. */
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
      isPasswordFromMail: false,
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

  /**
   * The address is proved for the first time, and not by the link of its sign-up: whoever signed up may be somebody else,
   * whose password and second factor must not stay. The owner of the mailbox can set their own.
   */
  claimByMailbox(now: Date): void {
    const nothing = { passwordHash: null, isPasswordFromMail: false, mfaMethod: null, loginLockedUntil: null };
    this.become({ ...nothing, passwordChangedAt: now, emailVerifiedAt: now });
  }

  /** By someone who is signed in and knows the old one. */
  changePassword(passwordHash: string, now: Date): void {
    this.become({ passwordHash, passwordChangedAt: now, isPasswordFromMail: false, loginLockedUntil: null });
  }

  /** By whoever holds a mailed link. */
  setPasswordByMail(passwordHash: string, now: Date): void {
    this.become({ passwordHash, passwordChangedAt: now, isPasswordFromMail: true, loginLockedUntil: null });
  }

  /** A sign-in that the password began was completed. True when that says something new about the password. */
  vouchForPassword(): boolean {
    if (!this.isPasswordFromMail) return false;
    this.become({ isPasswordFromMail: false });
    return true;
  }

  /** To an address that a mailed link has just proved. */
  changeEmail(email: string, now: Date): void {
    this.become({ email: normalizeEmail(email), emailVerifiedAt: now });
  }

  /**
   * Nobody is this user any more: the person was a member nowhere else. The row stays, since history speaks of it; the
   * address is free for whoever signs up with it or is invited.
   */
  end(now: Date): void {
    const unreachable = { email: `removed+${this.id}@invalid`, emailVerifiedAt: null };
    const nothing = { passwordHash: null, isPasswordFromMail: false, mfaMethod: null, loginLockedUntil: null };
    this.become({
      ...unreachable,
      ...nothing,
      passwordChangedAt: now,
      phoneE164: null,
      phoneVerified: false,
      marketingOptIn: false,
    });
  }

  /** What is left out stays. Another phone number is not verified, whatever the old one was. */
  changeProfile({ name = this.name, phoneE164 = this.phoneE164 }: ProfileChange): void {
    this.become({ name, phoneE164, phoneVerified: this.phoneVerified && phoneE164 === this.phoneE164 });
  }

  /** Throws mfa_already_enabled. */
  enableMfa(method: MfaMethod): void {
    if (this.mfaMethod) throw IdentityErrors.mfa_already_enabled();
    this.become({ mfaMethod: method });
  }

  /** Throws mfa_not_enabled. */
  assertMfaEnabled(): void {
    if (!this.mfaMethod) throw IdentityErrors.mfa_not_enabled();
  }

  /** Throws mfa_not_enabled. */
  disableMfa(): void {
    this.assertMfaEnabled();
    this.become({ mfaMethod: null });
  }

  private become(change: Partial<Omit<User, UserMethod>>): void {
    Object.assign(this, change);
  }
}

type UserMethod =
  | 'isEmailVerified'
  | 'verifyEmail'
  | 'claimByMailbox'
  | 'changePassword'
  | 'setPasswordByMail'
  | 'vouchForPassword'
  | 'changeEmail'
  | 'end'
  | 'changeProfile'
  | 'enableMfa'
  | 'assertMfaEnabled'
  | 'disableMfa';
