import { addSeconds, type Clock } from '@trunkline/kernel';
import { columnsOf, type Database, GroupedCalls } from '@trunkline/platform';
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
import { OAuthAppSchema } from '../schema';
import { TokenExchanges } from './token-exchanges';

const CLIENT = columnsOf(OAuthAppSchema, ['clientId', 'name', 'secretHash', 'redirectUris', 'maxScopes'], 'p');
const FIND_CLIENT = `SELECT ${CLIENT} FROM identity.oauth_apps p WHERE p.client_id = $1 AND p.disabled_at IS NULL`;

/** The tables of a live grant `g`, except its application. */
const LIVE = `identity.oauth_grants g
  JOIN identity.memberships m ON m.account_id = g.account_id AND m.user_id = g.user_id
  JOIN identity.accounts a ON a.id = g.account_id AND a.status <> 'closed'`;
const GRANT = `jsonb_build_object('id', g.id, 'clientId', g.client_id, 'userId', g.user_id, 'accountId', g.account_id,
  'scopes', g.scopes) AS "grant"`;

// A token of another application is found too: the authorization server compares their clients.
export const FIND_PRESENTED = `
  SELECT asked.n, ${CLIENT}, token.*
  FROM unnest($1::text[], $2::bytea[], $3::text[]) WITH ORDINALITY AS asked (client_id, hash, kind, n)
  JOIN identity.oauth_apps p ON p.client_id = asked.client_id AND p.disabled_at IS NULL
  LEFT JOIN LATERAL (
    SELECT ${GRANT}, t.payload, t.used_at IS NOT NULL AS "isUsed", t.expires_at AS "expiresAt"
    FROM identity.oauth_tokens t JOIN (${LIVE}) ON g.id = t.grant_id AND g.revoked_at IS NULL
    WHERE t.hash = asked.hash AND t.kind = asked.kind AND (t.expires_at > $4 OR t.used_at IS NOT NULL)) token ON true`;

const FIND_GRANT = `
  SELECT ${GRANT}, p.max_scopes AS "maxScopes"
  FROM (${LIVE}) JOIN identity.oauth_apps p ON p.client_id = g.client_id AND p.disabled_at IS NULL
  WHERE g.id = $1 AND g.revoked_at IS NULL`;

const FIND_REQUEST = `
  SELECT payload, CASE WHEN decided_by_id IS NOT NULL
    THEN jsonb_build_object('userId', decided_by_id, 'grantId', grant_id) END AS decision
  FROM identity.oauth_requests WHERE id_hash = $1 AND expires_at > $2`;

interface GrantRow {
  readonly grant: LiveGrant;
  readonly maxScopes: readonly OAuthScope[];
}

/** Without a token, all but the client is null. */
interface PresentedRow extends OAuthClient {
  /** Place of the call in its group, from 1. */
  readonly n: number;
  readonly grant: LiveGrant | null;
  readonly payload: StoredPayload;
  readonly isUsed: boolean;
  readonly expiresAt: Date;
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
    return CLIENT_ID.test(clientId) ? this.db.find(FIND_CLIENT, [clientId]) : null;
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
    const row = await this.db.find<GrantRow>(FIND_GRANT, [grantId]);
    return row && limitedGrant(row.grant, row.maxScopes);
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

  findRequest(id: string): Promise<StoredRequest | null> {
    return this.db.find(FIND_REQUEST, [hashSecret(id), this.clock.now()]);
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
  const { clientId, name, secretHash, redirectUris, maxScopes, grant, payload, isUsed, expiresAt } = row;
  const client = { clientId, name, secretHash, redirectUris, maxScopes };
  if (!grant) return { client, token: null, grant: null };
  return { client, token: { payload, isUsed, expiresAt }, grant: limitedGrant(grant, maxScopes) };
}

function limitedGrant(grant: LiveGrant, maximum: readonly OAuthScope[]): LiveGrant {
  return { ...grant, scopes: withinMaximum(grant.scopes, maximum) };
}
