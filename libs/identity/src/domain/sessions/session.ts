import { addSeconds, newId, plainAddress } from '@trunkline/kernel';
import { deviceName } from '../sign-in/device-name';
import { type Location, NOWHERE } from '../login-events/location';
import type { LoginMethod } from '../login-events/login-event';
import { hashSecret, newSecret } from '../secrets';

const DAY_S = 86_400;

/** Contract, section 0, Secrets and lifetimes. A trusted device's session slides with each use. */
export const SESSION_SECONDS = DAY_S;
export const TRUSTED_SESSION_SECONDS = 30 * DAY_S;
/** Of one that owes a second factor: whoever has the password alone has an hour for the code, on a trusted device too. */
export const PARTIAL_SESSION_SECONDS = 3600;

/** Who is on the other end of the request, as far as the request tells. */
export interface Caller {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const USER_AGENT_LENGTH_MAX = 512;

/** The user agent as it is kept: some are kilobytes long, and only their head says anything. */
export function truncatedUserAgent(caller: Caller): string | null {
  return caller.userAgent ? caller.userAgent.slice(0, USER_AGENT_LENGTH_MAX) : null;
}

export interface Session {
  readonly id: string;
  readonly idHash: Buffer;
  readonly userId: string;
  /** The account that requests without X-Account-Id mean. */
  readonly accountId: string;
  /** How its user signed in. */
  readonly method: LoginMethod;
  /**
   * The mailbox alone began it: a mailed link, an identity provider, or a password that a mailed link had set. A mailed
   * code would be the same channel twice.
   */
  readonly isByMailbox: boolean;
  readonly deviceName: string;
  readonly ip: string | null;
  /** Where that address lies; ISO 3166-1 alpha-2. */
  readonly ipCountry: string | null;
  readonly city: string | null;
  readonly userAgent: string | null;
  readonly isTrusted: boolean;
  /** With `mfaCompletedAt` null the session is partial (spec, Authentication, rule 6). */
  readonly mfaRequired: boolean;
  readonly mfaCompletedAt: Date | null;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewSession {
  readonly userId: string;
  readonly accountId: string;
  readonly caller: Caller;
  /** Where the caller is; not known by default. */
  readonly location?: Location;
  readonly method: LoginMethod;
  /** Of the password, where that is the method. */
  readonly isPasswordFromMail?: boolean;
  /** Remembered while a second factor is owed, and counts from when it is given. */
  readonly trustDevice: boolean;
  readonly mfaRequired: boolean;
}

export function fullSessionSeconds(isTrusted: boolean): number {
  return isTrusted ? TRUSTED_SESSION_SECONDS : SESSION_SECONDS;
}

/** Always a new secret, so that one planted before sign-in is worth nothing. `secret` goes into the cookie and nowhere else. */
export function beginSession(input: NewSession, now: Date): { session: Session; secret: string } {
  const secret = newSecret();
  const { country, city } = input.location ?? NOWHERE;
  const session: Session = {
    id: newId('ses'),
    idHash: hashSecret(secret),
    userId: input.userId,
    accountId: input.accountId,
    method: input.method,
    isByMailbox: input.method !== 'password' || input.isPasswordFromMail === true,
    deviceName: deviceName(input.caller.userAgent),
    ip: plainAddress(input.caller.ip),
    ipCountry: country,
    city,
    userAgent: truncatedUserAgent(input.caller),
    isTrusted: input.trustDevice,
    mfaRequired: input.mfaRequired,
    mfaCompletedAt: null,
    signedInAt: now,
    lastUsedAt: now,
    expiresAt: addSeconds(now, input.mfaRequired ? PARTIAL_SESSION_SECONDS : fullSessionSeconds(input.trustDevice)),
    revokedAt: null,
    createdAt: now,
  };
  return { session, secret };
}
