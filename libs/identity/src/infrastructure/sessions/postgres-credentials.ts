import {
  type AccountStatus,
  addSeconds,
  type Clock,
  type CredentialKind,
  plainAddress,
  type Principal,
  type Role,
  type Tier,
} from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import type { Geolocation } from '../../application/screening/geolocation';
import {
  type CredentialContext,
  Credentials,
  type Recognition,
  type TokenClaims,
} from '../../application/sessions/credentials';
import { withinMaximum } from '../../domain/oauth/scopes';
import { hashSecret } from '../../domain/secrets';
import { TRUSTED_SESSION_SECONDS } from '../../domain/sessions/session';
import { SharedReads } from './shared-reads';

/** Minimum age of the recorded use before it is updated. */
const NOTE_AFTER_SECONDS = 60;

// A request waits for one read only. Its use is recorded by a separate statement once a minute: a CTE would double the
// cost of every request.
const BY_SESSION = `
  SELECT s.id, s.user_id, s.mfa_required AND s.mfa_completed_at IS NULL AS is_partial, s.signed_in_at, s.last_used_at,
         s.expires_at, chosen.*
  FROM identity.sessions s
  LEFT JOIN LATERAL (
    SELECT m.account_id, m.role, a.tier, a.status
    FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
    WHERE m.user_id = s.user_id AND ($3::text IS NULL OR m.account_id = $3)
    ORDER BY a.status = 'closed', m.account_id <> s.account_id, m.joined_at LIMIT 1) chosen ON true
  WHERE s.id_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2`;

const BY_API_KEY = `
  SELECT k.id, k.user_id, k.account_id, k.scopes, k.last_used_at, m.role, a.tier, a.status
  FROM identity.api_keys k
  JOIN identity.memberships m ON m.account_id = k.account_id AND m.user_id = k.user_id
  JOIN identity.accounts a ON a.id = k.account_id
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
    AND a.status <> 'closed'
    AND (cardinality(k.allowed_cidrs) = 0 OR $3::text::inet <<= ANY (k.allowed_cidrs::inet[]))`;

const BY_GRANT = `
  SELECT g.client_id, g.user_id, g.account_id, g.last_used_at, p.max_scopes, m.role, a.tier, a.status
  FROM identity.oauth_grants g
  JOIN identity.oauth_apps p ON p.client_id = g.client_id AND p.disabled_at IS NULL
  JOIN identity.memberships m ON m.account_id = g.account_id AND m.user_id = g.user_id
  JOIN identity.accounts a ON a.id = g.account_id AND a.status <> 'closed'
  WHERE g.id = $1 AND g.revoked_at IS NULL`;

/** For the test that no plan scans a table. */
export const CREDENTIAL_READS = [BY_SESSION, BY_API_KEY, BY_GRANT];

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
  RETURNING expires_at, ${SLIDES} AS is_prolonged`;

const NOTE_API_KEY = `
  UPDATE identity.api_keys SET last_used_at = $2, last_used_ip = $4
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`;

const NOTE_GRANT = `
  UPDATE identity.oauth_grants SET last_used_at = $2
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)`;

interface MembershipRow {
  user_id: string;
  account_id: string;
  role: Role;
  tier: Tier;
  status: AccountStatus;
}

interface SessionRow extends Omit<MembershipRow, 'account_id'> {
  id: string;
  /** Null when the user is not a member of the requested account, or of any. */
  account_id: string | null;
  is_partial: boolean;
  signed_in_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

interface KeyRow extends MembershipRow {
  id: string;
  scopes: string[];
  last_used_at: Date | null;
}

interface GrantRow extends MembershipRow {
  client_id: string;
  max_scopes: string[];
  last_used_at: Date | null;
}

const NOT_A_MEMBER = { principal: null, membershipMissing: true } as const;
const EVERYTHING = ['*'];

export class PostgresCredentials extends Credentials {
  private readonly reads = new SharedReads();

  constructor(
    private readonly db: Database,
    private readonly geolocation: Geolocation,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async bySession(secret: string, { accountId, ip, isUse = true }: CredentialContext): Promise<Recognition> {
    const row = await this.read<SessionRow>(BY_SESSION, secret, accountId);
    if (!row) return null;
    const now = this.clock.now();
    if (row.account_id === null) return NOT_A_MEMBER;
    const principal: Principal = {
      ...principalOf({ ...row, account_id: row.account_id }, 'session', row.id, EVERYTHING),
      isPartial: row.is_partial,
      signedInAt: row.signed_in_at,
    };
    const prolongedTo = isUse && isNoteDue(row.last_used_at, now) ? await this.noteSession(row.id, now, ip) : null;
    return {
      principal,
      membershipMissing: false,
      expiresAt: prolongedTo ?? row.expires_at,
      isProlonged: prolongedTo !== null,
    };
  }

  override async byApiKey(rawKey: string, { accountId, ip, isUse = true }: CredentialContext): Promise<Recognition> {
    const address = plainAddress(ip);
    const row = await this.read<KeyRow>(BY_API_KEY, rawKey, address);
    if (!row) return null;
    const now = this.clock.now();
    if (isUse && isNoteDue(row.last_used_at, now))
      await this.db.query(NOTE_API_KEY, [row.id, now, noteDueBefore(now), address]);
    return recognized(principalOf(row, 'key', row.id, row.scopes), accountId);
  }

  override async byToken(claims: TokenClaims, { accountId, isUse = true }: CredentialContext): Promise<Recognition> {
    const { grantId, tokenId, scopes } = claims;
    if (grantId === null) return null;
    const row = await this.shared(`grant ${grantId}`, () => this.db.queryOne<GrantRow>(BY_GRANT, [grantId]));
    if (!row || !isTokenOf(claims, row)) return null;
    const now = this.clock.now();
    if (isUse && isNoteDue(row.last_used_at, now)) await this.db.query(NOTE_GRANT, [grantId, now, noteDueBefore(now)]);
    return recognized(principalOf(row, 'oauth', tokenId, withinMaximum(scopes, row.max_scopes)), accountId);
  }

  /** Shares one read among concurrent requests with the same credential. */
  private read<Row extends object>(statement: string, secret: string, qualifier: string | null): Promise<Row | null> {
    const read = () => this.db.queryOne<Row>(statement, [hashSecret(secret), this.clock.now(), qualifier]);
    return this.shared(`${statement === BY_SESSION ? 'session' : 'key'} ${qualifier ?? ''} ${secret}`, read);
  }

  private shared<Row>(key: string, read: () => Promise<Row>): Promise<Row> {
    // A transaction may see different rows.
    return this.db.inTransaction ? read() : this.reads.read(key, read);
  }

  /** Returns the new expiry of a trusted session; null for any other. */
  private async noteSession(id: string, now: Date, ip: string | null): Promise<Date | null> {
    const address = plainAddress(ip);
    const { country, city } = this.geolocation.locate(address);
    const values = [id, now, noteDueBefore(now), address, TRUSTED_SESSION_SECONDS, country, city];
    const row = await this.db.queryOne<{ expires_at: Date; is_prolonged: boolean }>(NOTE_SESSION, values);
    return row?.is_prolonged ? row.expires_at : null;
  }
}

function isTokenOf({ clientId, userId, accountId }: TokenClaims, row: GrantRow): boolean {
  return row.client_id === clientId && row.user_id === userId && row.account_id === accountId;
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
