import type { Database } from '@trunkline/platform';
import { type ConsentDecision, type ConsentRequest, type ConsentRequests } from '../../application/oauth/ports';
import { type OAuthScope, withinMaximum } from '../../domain/oauth/scopes';
import { hashSecret } from '../../domain/secrets';

interface Row {
  client_id: string;
  name: string;
  description: string | null;
  homepage_url: string | null;
  logo_url: string | null;
  max_scopes: OAuthScope[];
  scopes: string[];
  redirect_uri: string;
  return_to: string;
  expires_at: Date;
}

export class StoredConsentRequests implements ConsentRequests {
  constructor(private readonly db: Database) {}

  async find(requestId: string, now: Date): Promise<ConsentRequest | null> {
    const row = await this.db.queryOne<Row>(
      `SELECT p.client_id, p.name, p.description, p.homepage_url, p.logo_url, p.max_scopes, r.scopes, r.redirect_uri,
         r.return_to, r.expires_at
       FROM identity.oauth_requests r JOIN identity.oauth_apps p ON p.client_id = r.client_id AND p.disabled_at IS NULL
       WHERE r.id_hash = $1 AND r.decided_by_id IS NULL AND r.expires_at > $2`,
      [hashSecret(requestId), now],
    );
    return row && toRequest(row);
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

function toRequest(row: Row): ConsentRequest {
  return {
    app: {
      clientId: row.client_id,
      name: row.name,
      description: row.description,
      homepageUrl: row.homepage_url,
      logoUrl: row.logo_url,
    },
    scopes: withinMaximum(row.scopes, row.max_scopes),
    redirectUri: row.redirect_uri,
    returnTo: row.return_to,
    expiresAt: row.expires_at,
  };
}
