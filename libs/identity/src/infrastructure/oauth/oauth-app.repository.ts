import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type OAuthAppRepository } from '../../application/oauth/ports';
import { OAuthApp, type OAuthAppState } from '../../domain/oauth/oauth-app';
import type { OAuthScope } from '../../domain/oauth/scopes';

export interface OAuthAppRow {
  id: string;
  client_id: string;
  account_id: string;
  created_by_id: string;
  name: string;
  description: string | null;
  homepage_url: string | null;
  logo_url: string | null;
  redirect_uris: string[];
  max_scopes: OAuthScope[];
  secret_hash: Buffer;
  secret_last4: string;
  secret_rotated_at: Date | null;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const ADD = `
  INSERT INTO identity.oauth_apps (id, client_id, account_id, created_by_id, name, description, homepage_url, logo_url,
    redirect_uris, max_scopes, secret_hash, secret_last4, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`;

const SAVE = `
  UPDATE identity.oauth_apps SET name = $2, description = $3, homepage_url = $4, logo_url = $5, redirect_uris = $6,
    max_scopes = $7, secret_hash = $8, secret_last4 = $9, secret_rotated_at = $10, disabled_at = $11, updated_at = $12
  WHERE id = $1`;

export class StoredOAuthApps implements OAuthAppRepository {
  constructor(private readonly db: Database) {}

  async add({ state }: OAuthApp): Promise<void> {
    await this.db.query(ADD, [
      state.id,
      state.clientId,
      state.accountId,
      state.createdById,
      state.name,
      state.description,
      state.homepageUrl,
      state.logoUrl,
      state.redirectUris,
      state.maxScopes,
      state.secretHash,
      state.secretLast4,
      state.createdAt,
    ]);
  }

  async countActive(accountId: string): Promise<number> {
    const row = await this.db.queryOne<{ count: number }>(
      `SELECT count(*) AS count FROM identity.oauth_apps WHERE account_id = $1 AND disabled_at IS NULL`,
      [accountId],
    );
    return row?.count ?? 0;
  }

  async save({ state }: OAuthApp): Promise<void> {
    await this.db.query(SAVE, [
      state.id,
      state.name,
      state.description,
      state.homepageUrl,
      state.logoUrl,
      state.redirectUris,
      state.maxScopes,
      state.secretHash,
      state.secretLast4,
      state.secretRotatedAt,
      state.disabledAt,
      state.updatedAt,
    ]);
  }

  async lock(accountId: string, id: string): Promise<OAuthApp> {
    const row = await this.db.queryOne<OAuthAppRow>(
      `SELECT * FROM identity.oauth_apps WHERE id = $1 AND account_id = $2 FOR UPDATE`,
      [id, accountId],
    );
    if (!row) throw CommonErrors.not_found();
    return new OAuthApp(toState(row));
  }
}

export function toState(row: OAuthAppRow): OAuthAppState {
  return {
    id: row.id,
    clientId: row.client_id,
    accountId: row.account_id,
    createdById: row.created_by_id,
    name: row.name,
    description: row.description,
    homepageUrl: row.homepage_url,
    logoUrl: row.logo_url,
    redirectUris: row.redirect_uris,
    maxScopes: row.max_scopes,
    secretHash: row.secret_hash,
    secretLast4: row.secret_last4,
    secretRotatedAt: row.secret_rotated_at,
    disabledAt: row.disabled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
