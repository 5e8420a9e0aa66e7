import { addSeconds, type Clock } from '@trunkline/kernel';
import { type Database, GroupedCalls } from '@trunkline/platform';
import {
  type AuthorizationStore,
  type LiveGrant,
  type NewAuthorizationRequest,
  type NewToken,
  type OAuthClient,
  type Presented,
  type StoredPayload,
  type StoredRequest,
  type TokenName,
} from '../../application/oauth/authorization-store';
import { OAUTH_LIFETIMES } from '../../domain/oauth/oauth-grant';
import { type OAuthScope, withinMaximum } from '../../domain/oauth/scopes';
import { hashSecret } from '../../domain/secrets';
import { TokenExchanges } from './token-exchanges';

const CLIENT = `p.client_id, p.name, p.secret_hash, p.redirect_uris, p.max_scopes`;

const FIND_CLIENT = `SELECT ${CLIENT} FROM identity.oauth_apps p WHERE p.client_id = $1 AND p.disabled_at IS NULL`;

/** The tables of a live grant `g`, except its application. */
const LIVE = `identity.oauth_grants g
  JOIN identity.memberships m ON m.account_id = g.account_id AND m.user_id = g.user_id
  JOIN identity.accounts a ON a.id = g.account_id AND a.status <> 'closed'`;
const GRANT = `g.id AS grant_id, g.client_id AS grant_client_id, g.user_id, g.account_id, g.scopes`;

// A token of another application is found too: the authorization server compares their clients.
export const FIND_PRESENTED = `
  SELECT asked.n, ${CLIENT}, token.*
  FROM unnest($1::text[], $2::bytea[], $3::text[]) WITH ORDINALITY AS asked (client_id, hash, kind, n)
  JOIN identity.oauth_apps p ON p.client_id = asked.client_id AND p.disabled_at IS NULL
  LEFT JOIN LATERAL (
    SELECT ${GRANT}, t.payload, t.used_at IS NOT NULL AS is_used, t.expires_at
    FROM identity.oauth_tokens t JOIN (${LIVE}) ON g.id = t.grant_id AND g.revoked_at IS NULL
    WHERE t.hash = asked.hash AND t.kind = asked.kind AND (t.expires_at > $4 OR t.used_at IS NOT NULL)) token ON true`;

const FIND_GRANT = `
  SELECT ${GRANT}, p.max_scopes
  FROM (${LIVE}) JOIN identity.oauth_apps p ON p.client_id = g.client_id AND p.disabled_at IS NULL
  WHERE g.id = $1 AND g.revoked_at IS NULL`;

interface ClientRow {
  client_id: string;
  name: string;
  secret_hash: Buffer;
  redirect_uris: string[];
  max_scopes: OAuthScope[];
}

interface GrantRow {
  grant_id: string;
  grant_client_id: string;
  user_id: string;
  account_id: string;
  scopes: OAuthScope[];
  max_scopes: OAuthScope[];
}

/** Without a token, the rest is null. */
interface PresentedRow extends ClientRow, Omit<GrantRow, 'grant_id'> {
  /** Place of the call in its group, from 1. */
  n: number;
  grant_id: string | null;
  payload: StoredPayload;
  is_used: boolean;
  expires_at: Date;
}

interface RequestRow {
  payload: StoredPayload;
  decided_by_id: string | null;
  grant_id: string | null;
}

/** No other text is a client id. PostgreSQL rejects NUL, and an error would fail the whole group. */
const CLIENT_ID = /^[\w-]+$/;
const UNKNOWN_CLIENT: Presented = { client: null, token: null, grant: null };

interface Find {
  readonly clientId: string;
  readonly token: TokenName;
}

export class StoredAuthorizations implements AuthorizationStore {
  private readonly finds = new GroupedCalls((finds: readonly Find[]) => this.findAll(finds));
  private readonly exchanges: TokenExchanges;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.exchanges = new TokenExchanges(db, clock);
  }

  async findClient(clientId: string): Promise<OAuthClient | null> {
    if (!CLIENT_ID.test(clientId)) return null;
    const row = await this.db.queryOne<ClientRow>(FIND_CLIENT, [clientId]);
    return row && toClient(row);
  }

  async findPresented(clientId: string, token: TokenName): Promise<Presented> {
    return CLIENT_ID.test(clientId) ? this.finds.run({ clientId, token }) : UNKNOWN_CLIENT;
  }

  async addCode({ value, grantId, payload }: NewToken): Promise<void> {
    const now = this.clock.now();
    await this.db.query(
      `INSERT INTO identity.oauth_tokens (hash, kind, grant_id, payload, expires_at, created_at)
       VALUES ($1, 'code', $2, $3, $4, $5)`,
      [hashSecret(value), grantId, payload, addSeconds(now, OAUTH_LIFETIMES.code), now],
    );
  }

  exchange(used: TokenName, issued: NewToken): Promise<boolean> {
    return this.exchanges.exchange(used, issued);
  }

  async revokeGrant(grantId: string): Promise<void> {
    await this.db.query(`UPDATE identity.oauth_grants SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, [
      grantId,
      this.clock.now(),
    ]);
  }

  async findGrant(grantId: string): Promise<LiveGrant | null> {
    const row = await this.db.queryOne<GrantRow>(FIND_GRANT, [grantId]);
    return row && toGrant(row);
  }

  async addRequest(request: NewAuthorizationRequest): Promise<void> {
    const { id, clientId, scopes, redirectUri, returnTo, payload } = request;
    await this.db.query(
      `INSERT INTO identity.oauth_requests (id_hash, client_id, scopes, redirect_uri, return_to, payload, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        hashSecret(id),
        clientId,
        scopes,
        redirectUri,
        returnTo,
        payload,
        addSeconds(this.clock.now(), OAUTH_LIFETIMES.request),
      ],
    );
  }

  async findRequest(id: string): Promise<StoredRequest | null> {
    const row = await this.db.queryOne<RequestRow>(
      `SELECT payload, decided_by_id, grant_id FROM identity.oauth_requests
       WHERE id_hash = $1 AND expires_at > $2`,
      [hashSecret(id), this.clock.now()],
    );
    if (!row) return null;
    const decision = row.decided_by_id === null ? null : { userId: row.decided_by_id, grantId: row.grant_id };
    return { payload: row.payload, decision };
  }

  async removeRequest(id: string): Promise<boolean> {
    const removed = await this.db.query(`DELETE FROM identity.oauth_requests WHERE id_hash = $1 RETURNING 1`, [
      hashSecret(id),
    ]);
    return removed.length === 1;
  }

  private async findAll(finds: readonly Find[]): Promise<Presented[]> {
    const rows = await this.db.query<PresentedRow>(FIND_PRESENTED, [
      finds.map(({ clientId }) => clientId),
      finds.map(({ token }) => hashSecret(token.value)),
      finds.map(({ token }) => token.kind),
      this.clock.now(),
    ]);
    const found = new Map(rows.map((row) => [row.n - 1, row]));
    return finds.map((_, index) => toPresented(found.get(index)));
  }
}

function toPresented(row: PresentedRow | undefined): Presented {
  if (!row) return UNKNOWN_CLIENT;
  const client = toClient(row);
  if (row.grant_id === null) return { client, token: null, grant: null };
  return {
    client,
    token: { payload: row.payload, isUsed: row.is_used, expiresAt: row.expires_at },
    grant: toGrant({ ...row, grant_id: row.grant_id }),
  };
}

function toClient(row: ClientRow): OAuthClient {
  return {
    clientId: row.client_id,
    name: row.name,
    secretHash: row.secret_hash,
    redirectUris: row.redirect_uris,
    maxScopes: row.max_scopes,
  };
}

function toGrant(row: GrantRow): LiveGrant {
  return {
    id: row.grant_id,
    clientId: row.grant_client_id,
    userId: row.user_id,
    accountId: row.account_id,
    scopes: withinMaximum(row.scopes, row.max_scopes),
  };
}
