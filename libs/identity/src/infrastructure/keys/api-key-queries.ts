import { CommonErrors, type Keyset, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type ApiKeyFilter, type ApiKeyQueries } from '../../application/keys/ports';
import type { ApiKeyView } from '../../application/views';
import { apiKeyStatus } from '../../domain/keys/api-key';

interface Row {
  id: string;
  name: string;
  prefix_display: string;
  scopes: string[];
  allowed_cidrs: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  revoked_at: Date | null;
  created_at: Date;
}

const SELECT = `
  SELECT id, name, prefix_display, scopes, allowed_cidrs, expires_at, last_used_at, last_used_ip, revoked_at, created_at
  FROM identity.api_keys`;
const ONE = `${SELECT} WHERE id = $1 AND account_id = $2`;

const STATUS = `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= $2 THEN 'expired' ELSE 'active' END`;

/** One statement per direction; the first page has no keyset. */
const page = (compare: '<' | '>', order: 'DESC' | 'ASC') => `${SELECT}
  WHERE account_id = $1 AND ($3::text[] IS NULL OR ${STATUS} = ANY($3))
    AND ($4::timestamptz IS NULL OR (created_at, id) ${compare} ($4, $5))
  ORDER BY created_at ${order}, id ${order} LIMIT $6`;
const PAGES = { desc: page('<', 'DESC'), asc: page('>', 'ASC') } as const;

export class ApiKeyReads implements ApiKeyQueries {
  constructor(private readonly db: Database) {}

  async list(filter: ApiKeyFilter, { limit, order, after }: PageRequest<'created_at'>): Promise<Page<ApiKeyView>> {
    const { accountId, status, now } = filter;
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [accountId, now, status, from, after?.id ?? '', limit + 1]);
    return pageOf(
      rows.map((row) => toView(row, now)),
      limit,
      keysetOf,
    );
  }

  async get(accountId: string, id: string, now: Date): Promise<ApiKeyView> {
    const row = await this.db.lookUp<Row>(ONE, [id, accountId]);
    if (!row) throw CommonErrors.not_found();
    return toView(row, now);
  }
}

function keysetOf({ createdAt, id }: ApiKeyView): Keyset {
  return { key: createdAt.getTime(), id };
}

function toView(row: Row, now: Date): ApiKeyView {
  const expiresAt = row.expires_at;
  const revokedAt = row.revoked_at;
  return {
    id: row.id,
    name: row.name,
    prefixDisplay: row.prefix_display,
    scopes: row.scopes,
    allowedCidrs: row.allowed_cidrs,
    expiresAt,
    lastUsedAt: row.last_used_at,
    lastUsedIp: row.last_used_ip,
    revokedAt,
    createdAt: row.created_at,
    status: apiKeyStatus({ revokedAt, expiresAt }, now),
  };
}
