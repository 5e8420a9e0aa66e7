import { addSeconds, newId, plainAddress } from '@trunkline/kernel';
import { hashSecret, newSecret } from '../secrets';

/** The location of a network address according to the geolocation database. */
export interface Location {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly city: string | null;
}

/** For unknown, loopback and private addresses. */
export const NOWHERE: Location = { country: null, city: null };

/** Ways to sign in, as login events and sessions record them. */
export const LOGIN_METHODS = ['password', 'oauth_idp1', 'oauth_idp2', 'magic_link'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

const DAY_S = 86_400;

/** Session lifetimes. Each use extends the session of a trusted device. See docs/sign-in.md#sessions. */
export const SESSION_SECONDS = DAY_S;
export const TRUSTED_SESSION_SECONDS = 30 * DAY_S;
/** Time to give the second factor, on trusted devices too. */
const PARTIAL_SESSION_SECONDS = 3600;

/** Origin of a request. */
export interface Caller {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const UNKNOWN_DEVICE = 'Unknown device';
const USER_AGENT_LENGTH_MAX = 512;

/** Some user agents are kilobytes long; only the beginning is informative. */
export function truncatedUserAgent(caller: Caller): string | null {
  return caller.userAgent ? caller.userAgent.slice(0, USER_AGENT_LENGTH_MAX) : null;
}

export interface Session {
  readonly id: string;
  readonly idHash: Buffer;
  readonly userId: string;
  /** The account of requests without X-Account-Id. */
  readonly accountId: string;
  /** The sign-in method. */
  readonly method: LoginMethod;
  /**
   * Started by the mailbox alone: a mailed link, an identity provider, or a password set by a mailed link. A mailed
   * code would be the same channel twice.
   */
  readonly isByMailbox: boolean;
  readonly deviceName: string;
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly ipCountry: string | null;
  readonly city: string | null;
  readonly userAgent: string | null;
  readonly isTrusted: boolean;
  /** The session is partial while `mfaCompletedAt` is null. */
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
  /** For display. */
  readonly deviceName?: string;
  /** Unknown by default. */
  readonly location?: Location;
  readonly method: LoginMethod;
  /** For method `password`: the password was set by a mailed link. */
  readonly isPasswordFromMail?: boolean;
  /** Takes effect when the second factor, if required, is given. */
  readonly trustDevice: boolean;
  readonly mfaRequired: boolean;
}

export function fullSessionSeconds(isTrusted: boolean): number {
  return isTrusted ? TRUSTED_SESSION_SECONDS : SESSION_SECONDS;
}

/** Always creates a new secret, which prevents session fixation. `secret` belongs into the cookie only. */
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
    deviceName: input.deviceName ?? UNKNOWN_DEVICE,
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
