import { newId } from '@trunkline/kernel';
import { normalizeEmail } from './email-address';
import { IdentityErrors } from './errors';

export const MFA_METHODS = ['totp', 'email_otp'] as const;
export type MfaMethod = (typeof MFA_METHODS)[number];

export const INTENDED_USES = ['itsp', 'dev', 'internal', 'other'] as const;
export type IntendedUse = (typeof INTENDED_USES)[number];

export interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Null for a user who signs in by identity provider or mailed links only. */
  readonly passwordHash: string | null;
  readonly phoneE164: string | null;
  readonly marketingOptIn: boolean;
  readonly intendedUse: IntendedUse | null;
}

export interface ProfileChange {
  readonly name?: string | undefined;
  /** Null removes the number. */
  readonly phoneE164?: string | null | undefined;
}

/** A person. A user may be a member of several accounts. */
export class User {
  readonly id!: string;
  /** Lower case; unique. */
  readonly email!: string;
  readonly name!: string;
  readonly passwordHash!: string | null;
  readonly passwordChangedAt!: Date | null;
  /**
   * The password was set by a mailed link and not yet confirmed by a completed sign-in: until then it proves only
   * access to the mailbox.
   */
  readonly isPasswordFromMail!: boolean;
  readonly emailVerifiedAt!: Date | null;
  readonly phoneE164!: string | null;
  readonly phoneVerified!: boolean;
  readonly mfaMethod!: MfaMethod | null;
  readonly marketingOptIn!: boolean;
  readonly intendedUse!: IntendedUse | null;
  /**
   * Read by 0.2.0 alone, which may run side by side with this version. The first migration after the release that follows
   * 0.2.0 drops the column.
   */
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
   * The mailbox owner proves the address of an unverified sign-up. The sign-up may be by another person, so its
   * password and second factor are removed.
   */
  claimByMailbox(now: Date): void {
    const nothing = { passwordHash: null, isPasswordFromMail: false, mfaMethod: null, loginLockedUntil: null };
    this.become({ ...nothing, passwordChangedAt: now, emailVerifiedAt: now });
  }

  /** For a signed-in user who gave the old password. */
  changePassword(passwordHash: string, now: Date): void {
    this.become({ passwordHash, passwordChangedAt: now, isPasswordFromMail: false, loginLockedUntil: null });
  }

  /** For the holder of a mailed link. */
  setPasswordByMail(passwordHash: string, now: Date): void {
    this.become({ passwordHash, passwordChangedAt: now, isPasswordFromMail: true, loginLockedUntil: null });
  }

  /** Confirms the password after a completed password sign-in. Returns true if that changed anything. */
  vouchForPassword(): boolean {
    if (!this.isPasswordFromMail) return false;
    this.become({ isPasswordFromMail: false });
    return true;
  }

  /** To an address that a mailed link verified. */
  changeEmail(email: string, now: Date): void {
    this.become({ email: normalizeEmail(email), emailVerifiedAt: now });
  }

  /** Removes the user with the last membership. The row remains for history; the address becomes available. */
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

  /** Omitted fields remain unchanged. A changed phone number is unverified. */
  changeProfile({ name = this.name, phoneE164 = this.phoneE164 }: ProfileChange): void {
    this.become({ name, phoneE164, phoneVerified: this.phoneVerified && phoneE164 === this.phoneE164 });
  }

  /** The user has entered a code that was sent to the number. */
  verifyPhone(phoneE164: string): void {
    this.become({ phoneE164, phoneVerified: true });
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
  | 'verifyPhone'
  | 'enableMfa'
  | 'assertMfaEnabled'
  | 'disableMfa';
