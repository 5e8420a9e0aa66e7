import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type OAuthGrantQueries, type OAuthGrantRepository, type OAuthGrantView } from '../../application/oauth/ports';
import type { OAuthGrant } from '../../domain/oauth/oauth-grant';
import type { OAuthScope } from '../../domain/oauth/scopes';

interface Row {
  id: string;
  client_id: string;
  app_name: string;
  app_logo_url: string | null;
  scopes: OAuthScope[];
  account_id: string;
  created_at: Date;
  last_used_at: Date | null;
}

const page = (compare: '<' | '>', order: 'DESC' | 'ASC') => `
  SELECT g.id, g.client_id, p.name AS app_name, p.logo_url AS app_logo_url, g.scopes, g.account_id, g.created_at,
    g.last_used_at
  FROM identity.oauth_grants g JOIN identity.oauth_apps p ON p.client_id = g.client_id
  WHERE g.user_id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2
    AND ($3::timestamptz IS NULL OR (g.created_at, g.id) ${compare} ($3, $4))
  ORDER BY g.created_at ${order}, g.id ${order} LIMIT $5`;
const PAGES = { desc: page('<', 'DESC'), asc: page('>', 'ASC') } as const;

export class StoredOAuthGrants implements OAuthGrantRepository {
  constructor(private readonly db: Database) {}

  async add(grant: OAuthGrant): Promise<void> {
    const { id, clientId, userId, accountId, sessionId, scopes, expiresAt, endsAt, createdAt } = grant;
    await this.db.query(
      `INSERT INTO identity.oauth_grants (id, client_id, user_id, account_id, session_id, scopes, expires_at, ends_at,
         created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, clientId, userId, accountId, sessionId, scopes, expiresAt, endsAt, createdAt],
    );
  }

  async revokeOfApp(clientId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.oauth_grants SET revoked_at = $2 WHERE client_id = $1 AND revoked_at IS NULL`,
      [clientId, now],
    );
  }

  async revokeOfUser(userId: string, clientId: string, now: Date): Promise<void> {
    await this.db.query(
      `UPDATE identity.oauth_grants SET revoked_at = $3
       WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL`,
      [userId, clientId, now],
    );
  }

  async revokeGivenIn(userId: string, sessionIds: readonly string[], now: Date): Promise<readonly string[]> {
    const rows = await this.db.query<{ name: string }>(
      `WITH revoked AS (
         UPDATE identity.oauth_grants SET revoked_at = $3
         WHERE user_id = $1 AND session_id = ANY ($2) AND revoked_at IS NULL RETURNING client_id)
       SELECT DISTINCT p.name FROM revoked JOIN identity.oauth_apps p USING (client_id) ORDER BY p.name`,
      [userId, sessionIds, now],
    );
    return rows.map(({ name }) => name);
  }
}

export class OAuthGrantReads implements OAuthGrantQueries {
  constructor(private readonly db: Database) {}

  async list(
    userId: string,
    now: Date,
    { limit, order, after }: PageRequest<'created_at'>,
  ): Promise<Page<OAuthGrantView>> {
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [userId, now, from, after?.id ?? '', limit + 1]);
    return pageOf(rows.map(toView), limit, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }

  async clientOf(userId: string, id: string): Promise<string> {
    const row = await this.db.queryOne<{ client_id: string }>(
      `SELECT client_id FROM identity.oauth_grants WHERE id = $1 AND user_id = $2`,
      [id, userId],
    );
    if (!row) throw CommonErrors.not_found();
    return row.client_id;
  }
}

function toView(row: Row): OAuthGrantView {
  return {
    id: row.id,
    clientId: row.client_id,
    appName: row.app_name,
    appLogoUrl: row.app_logo_url,
    scopes: row.scopes,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
