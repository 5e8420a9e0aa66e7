import {
  addSeconds,
  type Clock,
  type CredentialContext,
  type CredentialKind,
  plainAddress,
  type Principal,
  type Recognition,
  type TokenClaims,
} from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { Geolocation } from '../../application/screening/ports';
import type { Credentials } from '../../application/sessions/credentials';
import { withinMaximum } from '../../domain/oauth/scopes';
import { TRUSTED_SESSION_SECONDS } from '../../domain/sessions/session';
import {
  type GrantRow,
  grantReads,
  keyReads,
  type MembershipRow,
  type SessionRow,
  sessionReads,
} from './credential-reads';

/** Minimum age of the recorded use before it is updated. */
const NOTE_AFTER_SECONDS = 60;

/** Trust takes effect once the second factor is given. */
const SLIDES = `is_trusted AND (NOT mfa_required OR mfa_completed_at IS NOT NULL)`;

// Both check again whether an update is due, so that one of many concurrent requests writes, and a session revoked
// meanwhile is not extended.
const NOTE_SESSION = `
  UPDATE identity.sessions
  SET last_used_at = $2, ip = coalesce($4, ip),
      ip_country = CASE WHEN $4 IS NULL THEN ip_country ELSE $6 END, city = CASE WHEN $4 IS NULL THEN city ELSE $7 END,
      expires_at = CASE WHEN ${SLIDES} THEN $2::timestamptz + make_interval(secs => $5) ELSE expires_at END
  WHERE id = $1 AND last_used_at <= $3 AND revoked_at IS NULL
  RETURNING expires_at AS "expiresAt", ${SLIDES} AS "isProlonged"`;

const NOTE_API_KEY = `
  UPDATE identity.api_keys SET last_used_at = $2, last_used_ip = $4
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`;

const NOTE_GRANT = `
  UPDATE identity.oauth_grants SET last_used_at = $2
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`;

const NOT_A_MEMBER = { principal: null, membershipMissing: true } as const;
const EVERYTHING = ['*'];

export class StoredCredentials implements Credentials {
  private readonly sessions;
  private readonly keys;
  private readonly grants;

  constructor(
    private readonly db: Database,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {
    this.sessions = sessionReads(db, clock);
    this.keys = keyReads(db, clock);
    this.grants = grantReads(db, clock);
  }

  async bySession(secret: string, { accountId, ip, isUse = true }: CredentialContext): Promise<Recognition> {
    const row = await this.sessions.read(secret, accountId);
    if (!row) return null;
    const now = this.clock.now();
    if (!isOfMember(row)) return NOT_A_MEMBER;
    const principal = principalOf(row, 'session', row.id, EVERYTHING);
    const prolongedTo = isUse && isNoteDue(row.lastUsedAt, now) ? await this.noteSession(row.id, now, ip) : null;
    return {
      principal,
      membershipMissing: false,
      expiresAt: prolongedTo ?? row.expiresAt,
      isProlonged: prolongedTo !== null,
    };
  }

  async byApiKey(rawKey: string, { accountId, ip, isUse = true }: CredentialContext): Promise<Recognition> {
    const address = plainAddress(ip);
    const row = await this.keys.read(rawKey, withoutZone(address));
    if (!row) return null;
    const now = this.clock.now();
    if (isUse && isNoteDue(row.lastUsedAt, now))
      await this.db.query(NOTE_API_KEY, [row.id, now, noteDueBefore(now), address]);
    return recognized(principalOf(row, 'key', row.id, row.scopes), accountId);
  }

  async byToken(claims: TokenClaims, { accountId, isUse = true }: CredentialContext): Promise<Recognition> {
    const { grantId, tokenId, scopes } = claims;
    if (grantId === null) return null;
    const row = await this.grants.read(grantId, null);
    if (!row || !isTokenOf(claims, row)) return null;
    const now = this.clock.now();
    if (isUse && isNoteDue(row.lastUsedAt, now)) await this.db.query(NOTE_GRANT, [grantId, now, noteDueBefore(now)]);
    const principal = principalOf(row, 'oauth', tokenId, withinMaximum(scopes, row.maxScopes));
    return recognized({ ...principal, clientId: row.clientId }, accountId);
  }

  /** Returns the new expiry of a trusted session; null for any other. */
  private async noteSession(id: string, now: Date, ip: string | null): Promise<Date | null> {
    const address = plainAddress(ip);
    const { country, city } = this.geolocation.locate(address);
    const values = [id, now, noteDueBefore(now), address, TRUSTED_SESSION_SECONDS, country, city];
    const row = await this.db.find<{ expiresAt: Date; isProlonged: boolean }>(NOTE_SESSION, values);
    return row?.isProlonged ? row.expiresAt : null;
  }
}

/** PostgreSQL rejects an address with a zone, and its error would fail the reads of other requests. No range holds one. */
function withoutZone(address: string | null): string | null {
  return address?.includes('%') ? null : address;
}

function isOfMember(row: SessionRow): row is SessionRow & MembershipRow {
  return row.accountId !== null;
}

function isTokenOf({ clientId, userId, accountId }: TokenClaims, row: GrantRow): boolean {
  return row.clientId === clientId && row.userId === userId && row.accountId === accountId;
}

function noteDueBefore(now: Date): Date {
  return addSeconds(now, -NOTE_AFTER_SECONDS);
}

function isNoteDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= noteDueBefore(now);
}

/** Keys and tokens reach their own account only. */
function recognized(principal: Principal, askedAccountId: string | null): Recognition {
  if (askedAccountId !== null && askedAccountId !== principal.accountId) return NOT_A_MEMBER;
  return { principal, membershipMissing: false, expiresAt: null, isProlonged: false };
}

function principalOf(
  row: MembershipRow & Partial<Pick<SessionRow, 'isPartial' | 'signedInAt'>>,
  credential: CredentialKind,
  credentialId: string,
  scopes: readonly string[],
): Principal {
  const { accountId, userId, role, tier, accountStatus, isPartial = false, signedInAt = null } = row;
  return { credential, credentialId, accountId, userId, role, scopes, tier, accountStatus, isPartial, signedInAt };
}
