import type { Database } from '@trunkline/platform';
import { type ConsentDecision, type ConsentRequest, type ConsentRequests } from '../../application/oauth/ports';
import { withinMaximum } from '../../domain/oauth/scopes';
import { hashSecret } from '../../domain/secrets';

const FIND = `SELECT jsonb_build_object('clientId', p.client_id, 'name', p.name, 'description', p.description,
      'homepageUrl', p.homepage_url, 'logoUrl', p.logo_url) AS app,
    p.max_scopes AS "maxScopes", r.scopes, r.redirect_uri AS "redirectUri", r.return_to AS "returnTo",
    r.expires_at AS "expiresAt"
  FROM identity.oauth_requests r JOIN identity.oauth_apps p ON p.client_id = r.client_id AND p.disabled_at IS NULL
  WHERE r.id_hash = $1 AND r.decided_by_id IS NULL AND r.expires_at > $2`;

export class StoredConsentRequests implements ConsentRequests {
  constructor(private readonly db: Database) {}

  async find(requestId: string, now: Date): Promise<ConsentRequest | null> {
    const row = await this.db.find<ConsentRequest & { readonly maxScopes: readonly string[] }>(FIND, [
      hashSecret(requestId),
      now,
    ]);
    if (!row) return null;
    const { maxScopes, ...request } = row;
    return { ...request, scopes: withinMaximum(request.scopes, maxScopes) };
  }

  async decide(requestId: string, { userId, grantId }: ConsentDecision, now: Date): Promise<boolean> {
    const decided = await this.db.query(
      `UPDATE identity.oauth_requests SET decided_by_id = $2, grant_id = $3
       WHERE id_hash = $1 AND decided_by_id IS NULL AND expires_at > $4 RETURNING 1`,
      [hashSecret(requestId), userId, grantId, now],
    );
    return decided.length === 1;
  }
}
