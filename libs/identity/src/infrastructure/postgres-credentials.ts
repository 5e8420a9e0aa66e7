import type { AccountStatus, Clock, CredentialKind, Principal, Role, Tier } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type Asked, Credentials, type Recognition, type TokenClaims } from '../application/credentials';
import { plainAddress } from '../domain/network';
import { hashSecret } from '../domain/secrets';
import { TRUSTED_SESSION_SECONDS } from '../domain/session';

/** How old the last noted use is before another is written. */
const NOTE_AFTER = `interval '60 seconds'`;

// The note is a CTE of the same statement. Its own condition is checked again on the row as it is when its turn comes,
// so that of many requests at once one writes; and a session revoked meanwhile is not prolonged.
const BY_SESSION = `
  WITH held AS (
    SELECT id, user_id, account_id, mfa_required AND mfa_completed_at IS NULL AS is_partial, signed_in_at, last_used_at,
           expires_at
    FROM identity.sessions WHERE id_hash = $1 AND revoked_at IS NULL AND expires_at > $2),
  noted AS (
    UPDATE identity.sessions s
    SET last_used_at = $2, ip = coalesce($4, s.ip),
        expires_at = CASE WHEN s.is_trusted THEN $2::timestamptz + make_interval(secs => $5) ELSE s.expires_at END
    FROM held
    WHERE s.id = held.id AND held.last_used_at < $2::timestamptz - ${NOTE_AFTER}
      AND s.last_used_at < $2::timestamptz - ${NOTE_AFTER} AND s.revoked_at IS NULL
    RETURNING s.expires_at, s.is_trusted)
  SELECT held.id, held.user_id, held.is_partial, held.signed_in_at, coalesce(noted.expires_at, held.expires_at) AS expires_at,
         coalesce(noted.is_trusted, false) AS is_prolonged, chosen.*
  FROM held
  LEFT JOIN noted ON true
  LEFT JOIN LATERAL (
    SELECT m.account_id, m.role, a.tier, a.status
    FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
    WHERE m.user_id = held.user_id AND ($3::text IS NULL OR m.account_id = $3)
    ORDER BY a.status = 'closed', m.account_id <> held.account_id, m.joined_at LIMIT 1) chosen ON true`;

const BY_API_KEY = `
  WITH held AS (
    SELECT k.id, k.user_id, k.account_id, k.scopes, k.last_used_at, m.role, a.tier, a.status
    FROM identity.api_keys k
    JOIN identity.memberships m ON m.account_id = k.account_id AND m.user_id = k.user_id
    JOIN identity.accounts a ON a.id = k.account_id
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
      AND a.status <> 'closed'
      AND (cardinality(k.allowed_cidrs) = 0 OR $3::text::inet <<= ANY (k.allowed_cidrs::inet[]))),
  noted AS (
    UPDATE identity.api_keys k SET last_used_at = $2, last_used_ip = $3::text
    FROM held
    WHERE k.id = held.id AND (held.last_used_at IS NULL OR held.last_used_at < $2::timestamptz - ${NOTE_AFTER})
      AND (k.last_used_at IS NULL OR k.last_used_at < $2::timestamptz - ${NOTE_AFTER}))
  SELECT id, user_id, account_id, scopes, role, tier, status FROM held`;

const BY_MEMBERSHIP = `
  SELECT m.user_id, m.account_id, m.role, a.tier, a.status
  FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
  WHERE m.account_id = $1 AND m.user_id = $2 AND a.status <> 'closed'`;

interface MembershipRow {
  user_id: string;
  account_id: string;
  role: Role;
  tier: Tier;
  status: AccountStatus;
}

interface SessionRow extends Omit<MembershipRow, 'account_id'> {
  id: string;
  /** Null when the user is no member of the account that was asked for, or of none. */
  account_id: string | null;
  is_partial: boolean;
  signed_in_at: Date;
  expires_at: Date;
  is_prolonged: boolean;
}

interface KeyRow extends MembershipRow {
  id: string;
  scopes: string[];
}

const NOT_A_MEMBER = { principal: null, membershipMissing: true } as const;
const EVERYTHING = ['*'];

export class PostgresCredentials extends Credentials {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async bySession(secret: string, { accountId, ip }: Asked): Promise<Recognition> {
    const row = await this.db.queryOne<SessionRow>(BY_SESSION, [
      hashSecret(secret),
      this.clock.now(),
      accountId,
      plainAddress(ip),
      TRUSTED_SESSION_SECONDS,
    ]);
    if (!row) return null;
    if (row.account_id === null) return NOT_A_MEMBER;
    const principal: Principal = {
      ...principalOf({ ...row, account_id: row.account_id }, 'session', row.id, EVERYTHING),
      isPartial: row.is_partial,
      signedInAt: row.signed_in_at,
    };
    return { principal, membershipMissing: false, expiresAt: row.expires_at, isProlonged: row.is_prolonged };
  }

  override async byApiKey(rawKey: string, { accountId, ip }: Asked): Promise<Recognition> {
    const values = [hashSecret(rawKey), this.clock.now(), plainAddress(ip)];
    const row = await this.db.queryOne<KeyRow>(BY_API_KEY, values);
    return row && recognized(principalOf(row, 'key', row.id, row.scopes), accountId);
  }

  override async byToken({ tokenId, userId, accountId, scopes }: TokenClaims, asked: Asked): Promise<Recognition> {
    const row = await this.db.queryOne<MembershipRow>(BY_MEMBERSHIP, [accountId, userId]);
    return row && recognized(principalOf(row, 'oauth', tokenId, scopes), asked.accountId);
  }
}

/** Keys and tokens reach their own account only (contract, section 0, Credentials). */
function recognized(principal: Principal, askedAccountId: string | null): Recognition {
  if (askedAccountId !== null && askedAccountId !== principal.accountId) return NOT_A_MEMBER;
  return { principal, membershipMissing: false, expiresAt: null, isProlonged: false };
}

function principalOf(
  row: MembershipRow,
  credential: CredentialKind,
  credentialId: string,
  scopes: readonly string[],
): Principal {
  return {
    credential,
    credentialId,
    accountId: row.account_id,
    userId: row.user_id,
    role: row.role,
    scopes,
    tier: row.tier,
    accountStatus: row.status,
    isPartial: false,
    signedInAt: null,
  };
}
