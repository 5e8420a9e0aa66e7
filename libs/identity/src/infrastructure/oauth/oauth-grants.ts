import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { OAuthGrantQueries, OAuthGrantRepository, OAuthGrantView } from '../../application/oauth/ports';
import type { OAuthGrant } from '../../domain/oauth/oauth-grant';
import { OAuthGrantSchema } from '../schema';

const REVOKE = `UPDATE identity.oauth_grants SET revoked_at = $1 WHERE revoked_at IS NULL`;

const REVOKE_GIVEN_IN = `
  WITH revoked AS (${REVOKE} AND user_id = $2 AND session_id = ANY ($3) RETURNING client_id)
  SELECT DISTINCT p.name FROM revoked JOIN identity.oauth_apps p USING (client_id) ORDER BY p.name`;

export class StoredOAuthGrants implements OAuthGrantRepository {
  constructor(private readonly db: Database) {}

  add(grant: OAuthGrant): Promise<void> {
    return this.db.table(OAuthGrantSchema).add(grant);
  }

  revokeOfApp(clientId: string, now: Date): Promise<void> {
    return this.db.write(`${REVOKE} AND client_id = $2`, [now, clientId]);
  }

  revokeOfUser(userId: string, clientId: string, now: Date): Promise<void> {
    return this.db.write(`${REVOKE} AND user_id = $2 AND client_id = $3`, [now, userId, clientId]);
  }

  async revokeGivenIn(userId: string, sessionIds: readonly string[], now: Date): Promise<readonly string[]> {
    const rows = await this.db.query<{ name: string }>(REVOKE_GIVEN_IN, [now, userId, sessionIds]);
    return rows.map(({ name }) => name);
  }
}

export class OAuthGrantReads implements OAuthGrantQueries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list(userId: string, page: PageRequest<'created_at'>): Promise<Page<OAuthGrantView>> {
    const select = `SELECT g.id, g.client_id AS "clientId", p.name AS "appName", p.logo_url AS "appLogoUrl", g.scopes,
        g.account_id AS "accountId", g.created_at AS "createdAt", g.last_used_at AS "lastUsedAt"
      FROM identity.oauth_grants g JOIN identity.oauth_apps p ON p.client_id = g.client_id`;
    const where = new Where()
      .require('g.user_id = ?', userId)
      .always('g.revoked_at IS NULL')
      .add('g.expires_at > ?', this.clock.now());
    return this.db.page({ select, where, by: ['g.created_at', 'g.id'], of: (row) => [row.createdAt, row.id] }, page);
  }

  async clientOf(userId: string, id: string): Promise<string> {
    const grants = this.db.table(OAuthGrantSchema);
    return (await grants.get('id = $1 AND user_id = $2', [id, userId])).clientId;
  }
}
