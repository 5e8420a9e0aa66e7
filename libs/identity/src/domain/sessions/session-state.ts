import { addSeconds } from '@trunkline/kernel';
import { IdentityErrors } from '../errors';
import { fullSessionSeconds, type Session, SESSION_SECONDS } from './session';
import type { User } from '../user';

/** The fields of a session that decide its rights. */
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

/** False for a revoked or expired session. */
export function isAlive({ revokedAt, expiresAt }: SessionState, now: Date): boolean {
  return revokedAt === null && expiresAt > now;
}

/** Throws unauthorized for a session that ended after the request was authenticated. */
export function assertAlive(session: SessionState, now: Date): void {
  if (!isAlive(session, now)) throw IdentityErrors.unauthorized({ message: 'This session has ended.' });
}

/** Throws as `assertAlive`, and mfa_not_pending unless the session is waiting for a second factor. */
export function assertPartial(session: SessionState, now: Date): void {
  assertAlive(session, now);
  if (!session.mfaRequired || session.mfaCompletedAt) throw IdentityErrors.mfa_not_pending();
}

/** A second factor must be a second channel: a mailed code proves nothing in a session that the mailbox started. */
export function takesMailedCode(session: SessionState, { mfaMethod }: Pick<User, 'mfaMethod'>): boolean {
  return mfaMethod === 'email_otp' && !session.isByMailbox;
}

/**
 * Turns a partial session into a full one with a full lifetime from now: thirty days if the device is trusted, by this
 * request or at sign-in. Throws as `assertPartial`.
 */
export function completeMfa(session: SessionState, trustDevice: boolean, now: Date): SessionState {
  assertPartial(session, now);
  const isTrusted = session.isTrusted || trustDevice;
  const expiresAt = addSeconds(now, fullSessionSeconds(isTrusted));
  return { ...session, isTrusted, expiresAt, mfaCompletedAt: now };
}

/** Marks the session that set up the second factor as completed. Throws as `assertAlive`. */
export function countAsMfaCompleted(session: SessionState, now: Date): SessionState {
  assertAlive(session, now);
  return { ...session, mfaRequired: true, mfaCompletedAt: now };
}

/** Withdraws trust. The session lasts as long as an untrusted one started now, and never longer than before. */
export function distrust(session: SessionState, now: Date): SessionState {
  const untrustedEnd = addSeconds(now, SESSION_SECONDS);
  const expiresAt = session.isTrusted && untrustedEnd < session.expiresAt ? untrustedEnd : session.expiresAt;
  return { ...session, isTrusted: false, expiresAt };
}
