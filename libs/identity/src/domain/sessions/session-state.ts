import { addSeconds } from '@trunkline/kernel';
import { IdentityErrors } from '../errors';
import { fullSessionSeconds, type Session, SESSION_SECONDS } from './session';
import type { User } from '../users/user';

/** Of a session, what decides how far it reaches. */
export type SessionState = Pick<
  Session,
  | 'id'
  | 'userId'
  | 'method'
  | 'isByMailbox'
  | 'isTrusted'
  | 'mfaRequired'
  | 'mfaCompletedAt'
  | 'expiresAt'
  | 'revokedAt'
>;

/** False for a session that was revoked, or that ended by itself. */
export function isAlive({ revokedAt, expiresAt }: SessionState, now: Date): boolean {
  return revokedAt === null && expiresAt > now;
}

/** Throws unauthorized for a session that has ended since the request was let in. */
export function assertAlive(session: SessionState, now: Date): void {
  if (!isAlive(session, now)) throw IdentityErrors.unauthorized({ message: 'This session has ended.' });
}

/** Throws as `assertAlive`, and mfa_not_pending for a session that owes no second factor. */
export function assertPartial(session: SessionState, now: Date): void {
  assertAlive(session, now);
  if (!session.mfaRequired || session.mfaCompletedAt) throw IdentityErrors.mfa_not_pending();
}

/** A second factor is a second channel: a mailed code proves nothing where the mailbox began the session. */
export function takesMailedCode(session: SessionState, { mfaMethod }: Pick<User, 'mfaMethod'>): boolean {
  return mfaMethod === 'email_otp' && !session.isByMailbox;
}

/**
 * Partial to full (spec, States and transitions), with a full session's time from here: thirty days on a device that is
 * trusted, now or since sign-in. Throws as `assertPartial`.
 */
export function completeMfa(session: SessionState, trustDevice: boolean, now: Date): SessionState {
  assertPartial(session, now);
  const isTrusted = session.isTrusted || trustDevice;
  const expiresAt = addSeconds(now, fullSessionSeconds(isTrusted));
  return { ...session, isTrusted, expiresAt, mfaCompletedAt: now };
}

/** The session that a second factor was set up in has just shown one. Throws as `assertAlive`. */
export function countAsMfaCompleted(session: SessionState, now: Date): SessionState {
  assertAlive(session, now);
  return { ...session, mfaRequired: true, mfaCompletedAt: now };
}

/**
 * A device that is no longer to be remembered: its session goes on as one that begins now without trust, and no longer
 * than it would have.
 */
export function distrust(session: SessionState, now: Date): SessionState {
  const untrustedEnd = addSeconds(now, SESSION_SECONDS);
  const expiresAt = session.isTrusted && untrustedEnd < session.expiresAt ? untrustedEnd : session.expiresAt;
  return { ...session, isTrusted: false, expiresAt };
}
