import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { OAuthAppFilter, OAuthAppQueries, OAuthAppView } from '../../application/oauth/ports';
import { OAuthAppSchema } from '../schema';

const COLUMNS = columnsOf(
  OAuthAppSchema,
  [
    'id',
    'clientId',
    'accountId',
    'name',
    'description',
    'homepageUrl',
    'logoUrl',
    'redirectUris',
    'maxScopes',
    'secretLast4',
    'secretRotatedAt',
    'disabledAt',
    'createdAt',
    'updatedAt',
  ],
  'p',
);
const STATUS = `CASE WHEN p.disabled_at IS NULL THEN 'active' ELSE 'disabled' END`;
const selectAt = (now: string) => `
  SELECT ${COLUMNS}, ${STATUS} AS status, (SELECT count(DISTINCT g.user_id) FROM identity.oauth_grants g
    WHERE g.client_id = p.client_id AND g.revoked_at IS NULL AND g.expires_at > ${now}) AS "authorizedUserCount"
  FROM identity.oauth_apps p`;

export class OAuthAppReads implements OAuthAppQueries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list({ accountId, status }: OAuthAppFilter, page: PageRequest<'created_at'>): Promise<Page<OAuthAppView>> {
    const where = new Where().require('p.account_id = ?', accountId).anyOf(STATUS, status);
    const list = { select: selectAt(where.value(this.clock.now())), where, by: ['p.created_at', 'p.id'] as const };
    return this.db.page({ ...list, of: ({ createdAt, id }) => [createdAt, id] }, page);
  }

  get(accountId: string, id: string): Promise<OAuthAppView> {
    return this.db.get(`${selectAt('$3')} WHERE p.account_id = $1 AND p.id = $2`, [accountId, id, this.clock.now()]);
  }
}
