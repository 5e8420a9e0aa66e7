import type { Clock, Principal } from '@trunkline/kernel';
import { type Database, GroupedCalls } from '@trunkline/platform';
import { hashSecret } from '../../domain/secrets';

export type MembershipRow = Pick<Principal, 'userId' | 'accountId' | 'role' | 'tier' | 'accountStatus'>;

export interface SessionRow extends Omit<MembershipRow, 'accountId'> {
  readonly id: string;
  /** Null when the user is not a member of the requested account, or of any. */
  readonly accountId: string | null;
  readonly isPartial: boolean;
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export interface KeyRow extends MembershipRow {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly lastUsedAt: Date | null;
}

export interface GrantRow extends MembershipRow {
  readonly clientId: string;
  readonly maxScopes: readonly string[];
  readonly lastUsedAt: Date | null;
}

/** The columns of a membership `m` and its account `a`. */
const MEMBERSHIP = `m.account_id AS "accountId", m.role, a.tier, a.status AS "accountStatus"`;

/** How a statement names what it looks for: one credential by parameters, or several as rows of `asked`. */
interface Asked {
  readonly select: string;
  readonly from: string;
  readonly id: string;
  readonly qualifier: string;
}

const ONE: Asked = { select: '', from: '', id: '$1', qualifier: '$3::text' };
const SEVERAL: Asked = {
  select: 'asked.n, ',
  from: 'unnest($1::bytea[], $3::text[]) WITH ORDINALITY AS asked (id, qualifier, n) CROSS JOIN ',
  id: 'asked.id',
  qualifier: 'asked.qualifier',
};
const SEVERAL_GRANTS: Asked = {
  ...SEVERAL,
  from: 'unnest($1::text[]) WITH ORDINALITY AS asked (id, n) CROSS JOIN ',
};

// A request waits for one read only. Its use is recorded by a separate statement once a minute: a CTE would double the
// cost of every request.
const bySession = ({ select, from, id, qualifier }: Asked) => `
  SELECT ${select}s.id, s.user_id AS "userId", s.mfa_required AND s.mfa_completed_at IS NULL AS "isPartial",
         s.signed_in_at AS "signedInAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", chosen.*
  FROM ${from}identity.sessions s
  LEFT JOIN LATERAL (
    SELECT ${MEMBERSHIP}
    FROM identity.memberships m JOIN identity.accounts a ON a.id = m.account_id
    WHERE m.user_id = s.user_id AND (${qualifier} IS NULL OR m.account_id = ${qualifier})
    ORDER BY a.status = 'closed', m.account_id <> s.account_id, m.joined_at LIMIT 1) chosen ON true
  WHERE s.id_hash = ${id} AND s.revoked_at IS NULL AND s.expires_at > $2`;

const byApiKey = ({ select, from, id, qualifier }: Asked) => `
  SELECT ${select}k.id, k.user_id AS "userId", k.scopes, k.last_used_at AS "lastUsedAt", ${MEMBERSHIP}
  FROM ${from}identity.api_keys k
  JOIN identity.memberships m ON m.account_id = k.account_id AND m.user_id = k.user_id
  JOIN identity.accounts a ON a.id = k.account_id
  WHERE k.key_hash = ${id} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
    AND a.status <> 'closed'
    AND (cardinality(k.allowed_cidrs) = 0 OR ${qualifier}::inet <<= ANY (k.allowed_cidrs::inet[]))`;

// The maximum of the application is a copy, which triggers keep: it is empty once the application is disabled.
// See docs/oauth.md#grants.
const byGrant = ({ select, from, id }: Asked) => `
  SELECT ${select}g.client_id AS "clientId", g.user_id AS "userId", g.last_used_at AS "lastUsedAt",
    g.max_scopes AS "maxScopes", ${MEMBERSHIP}
  FROM ${from}identity.oauth_grants g
  JOIN identity.memberships m ON m.account_id = g.account_id AND m.user_id = g.user_id
  JOIN identity.accounts a ON a.id = g.account_id AND a.status <> 'closed'
  WHERE g.id = ${id} AND g.revoked_at IS NULL AND g.max_scopes <> '{}'`;

/** One statement for a single credential, which is cheaper, and one for several. */
interface Statements {
  readonly one: string;
  readonly several: string;
  /** The values of credentials with one id and qualifier, or with arrays of both. */
  readonly values: (ids: unknown, now: Date, qualifiers: unknown) => unknown[];
}

const allValues = (...values: [unknown, Date, unknown]) => values;
const BY_SESSION: Statements = { one: bySession(ONE), several: bySession(SEVERAL), values: allValues };
const BY_API_KEY: Statements = { one: byApiKey(ONE), several: byApiKey(SEVERAL), values: allValues };
const BY_GRANT: Statements = { one: byGrant(ONE), several: byGrant(SEVERAL_GRANTS), values: (ids) => [ids] };

/** For the test that no plan scans a table. */
export const CREDENTIAL_READS = { session: BY_SESSION, key: BY_API_KEY, token: BY_GRANT };

interface Numbered {
  /** Place of the credential in its group, from 1. */
  readonly n: number;
}

interface Credential {
  /** The secret, or the id of the grant. */
  readonly secret: string;
  /** The selected account of a session, the network address of a key. */
  readonly qualifier: string | null;
}

/** Reads credentials of one kind: those of concurrent requests in one statement, and each only once. */
class CredentialReads<Row extends object> {
  private readonly groups = new GroupedCalls((group: readonly Credential[]) => this.readGroup(group));

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly statements: Statements,
    private readonly idOf: (secret: string) => unknown,
  ) {}

  read(secret: string, qualifier: string | null): Promise<Row | null> {
    const credential = { secret, qualifier };
    // A transaction may see different rows.
    return this.db.inTransaction ? this.readOne(credential) : this.groups.run(credential);
  }

  private readOne({ secret, qualifier }: Credential): Promise<Row | null> {
    const { one, values } = this.statements;
    return this.db.find<Row>(one, values(this.idOf(secret), this.clock.now(), qualifier));
  }

  private async readGroup(group: readonly Credential[]): Promise<(Row | null)[]> {
    const places = new Map<string, number>();
    const asked: Credential[] = [];
    const placeOf = group.map((credential) => {
      const key = keyOf(credential);
      const place = places.get(key) ?? asked.push(credential) - 1;
      places.set(key, place);
      return place;
    });
    const [first] = asked;
    if (first && asked.length === 1) {
      const row = await this.readOne(first);
      return group.map(() => row);
    }
    const { several, values } = this.statements;
    const ids = asked.map(({ secret }) => this.idOf(secret));
    const qualifiers = asked.map(({ qualifier }) => qualifier);
    const rows = await this.db.query<Row & Numbered>(several, values(ids, this.clock.now(), qualifiers));
    const found: (Row | null)[] = asked.map(() => null);
    for (const row of rows) found[row.n - 1] = row;
    return placeOf.map((place) => found[place] ?? null);
  }
}

/** An empty qualifier and none have different keys. */
function keyOf({ secret, qualifier }: Credential): string {
  return qualifier === null ? `- ${secret}` : `+${qualifier} ${secret}`;
}

export const sessionReads = (db: Database, clock: Clock) =>
  new CredentialReads<SessionRow>(db, clock, BY_SESSION, hashSecret);
export const keyReads = (db: Database, clock: Clock) => new CredentialReads<KeyRow>(db, clock, BY_API_KEY, hashSecret);
export const grantReads = (db: Database, clock: Clock) =>
  new CredentialReads<GrantRow>(db, clock, BY_GRANT, (id) => id);
