import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type OAuthAppFilter, type OAuthAppQueries, type OAuthAppView } from '../../application/oauth/ports';
import { type OAuthAppRow, toState } from './oauth-app.repository';

interface Row extends OAuthAppRow {
  authorized_user_count: number;
}

const SELECT = `
  SELECT p.*, (SELECT count(DISTINCT g.user_id) FROM identity.oauth_grants g
    WHERE g.client_id = p.client_id AND g.revoked_at IS NULL AND g.expires_at > $2) AS authorized_user_count
  FROM identity.oauth_apps p
  WHERE p.account_id = $1`;

const STATUS = `CASE WHEN p.disabled_at IS NULL THEN 'active' ELSE 'disabled' END`;

const page = (compare: '<' | '>', order: 'DESC' | 'ASC') => `${SELECT}
    AND ($3::text[] IS NULL OR ${STATUS} = ANY($3))
    AND ($4::timestamptz IS NULL OR (p.created_at, p.id) ${compare} ($4, $5))
  ORDER BY p.created_at ${order}, p.id ${order} LIMIT $6`;
const PAGES = { desc: page('<', 'DESC'), asc: page('>', 'ASC') } as const;

export class OAuthAppReads implements OAuthAppQueries {
  constructor(private readonly db: Database) {}

  async list(
    { accountId, status, now }: OAuthAppFilter,
    { limit, order, after }: PageRequest<'created_at'>,
  ): Promise<Page<OAuthAppView>> {
    const from = after && new Date(after.key);
    const rows = await this.db.query<Row>(PAGES[order], [accountId, now, status, from, after?.id ?? '', limit + 1]);
    return pageOf(rows.map(toView), limit, ({ createdAt, id }) => ({ key: createdAt.getTime(), id }));
  }

  async get(accountId: string, id: string, now: Date): Promise<OAuthAppView> {
    const row = await this.db.queryOne<Row>(`${SELECT} AND p.id = $3`, [accountId, now, id]);
    if (!row) throw CommonErrors.not_found();
    return toView(row);
  }
}

function toView(row: Row): OAuthAppView {
  const state = toState(row);
  return {
    ...state,
    status: state.disabledAt ? 'disabled' : 'active',
    authorizedUserCount: row.authorized_user_count,
  };
}
