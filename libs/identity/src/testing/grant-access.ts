import { newId, OAUTH_SCOPES } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';

export interface GrantedAccess {
  readonly clientId: string;
  readonly userId: string;
  readonly accountId: string;
}

/** Stores an application with every scope, unless it exists, and a grant of every scope to it. Returns the grant id. */
export async function grantAccess(db: Database, { clientId, userId, accountId }: GrantedAccess): Promise<string> {
  await db.query(
    `INSERT INTO identity.oauth_apps (id, client_id, account_id, created_by_id, name, redirect_uris, max_scopes,
       secret_hash, secret_last4, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'Test application', '{https://app.example.com/callback}', $5, sha256(''), 'last', now(),
       now()) ON CONFLICT (client_id) DO NOTHING`,
    [newId('oac'), clientId, accountId, userId, OAUTH_SCOPES],
  );
  const id = newId('ogr');
  await db.query(
    `INSERT INTO identity.oauth_grants (id, client_id, user_id, account_id, scopes, expires_at, ends_at, created_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '30 days', now() + interval '180 days', now())`,
    [id, clientId, userId, accountId, OAUTH_SCOPES],
  );
  return id;
}
