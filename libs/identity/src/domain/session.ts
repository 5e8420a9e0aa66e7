import { addSeconds, newId } from '@trunkline/kernel';
import { deviceName } from './device-name';
import { plainAddress } from './network';
import { hashSecret, newSecret } from './secrets';

const DAY_S = 86_400;

/** Contract, section 0, Secrets and lifetimes. A trusted device's session slides with each use. */
export const SESSION_SECONDS = DAY_S;
export const TRUSTED_SESSION_SECONDS = 30 * DAY_S;

/** Who is on the other end of the request, as far as the request tells. */
export interface Caller {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const USER_AGENT_LENGTH_MAX = 512;

/** The user agent as it is kept: some are kilobytes long, and only their head says anything. */
export function keptUserAgent(caller: Caller): string | null {
  return caller.userAgent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null;
}

export interface Session {
  readonly id: string;
  readonly idHash: Buffer;
  readonly userId: string;
  /** The account that requests without X-Account-Id mean. */
  readonly accountId: string;
  readonly deviceName: string;
  readonly ip: string | null;
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
  readonly trustDevice: boolean;
  readonly mfaRequired: boolean;
}

/** Always a new secret, so that one planted before sign-in is worth nothing. `secret` goes into the cookie and nowhere else. */
export function beginSession(input: NewSession, now: Date): { session: Session; secret: string } {
  const secret = newSecret();
  const session: Session = {
    id: newId('ses'),
    idHash: hashSecret(secret),
    userId: input.userId,
    accountId: input.accountId,
    deviceName: deviceName(input.caller.userAgent),
    ip: plainAddress(input.caller.ip),
    userAgent: keptUserAgent(input.caller),
    isTrusted: input.trustDevice,
    mfaRequired: input.mfaRequired,
    mfaCompletedAt: null,
    signedInAt: now,
    lastUsedAt: now,
    expiresAt: addSeconds(now, input.trustDevice ? TRUSTED_SESSION_SECONDS : SESSION_SECONDS),
    revokedAt: null,
    createdAt: now,
  };
  return { session, secret };
}
