import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { ApiKeyFilter, ApiKeyQueries } from '../../application/keys/ports';
import type { ApiKeyView } from '../../application/views';
import { ApiKeySchema } from '../schema';

const COLUMNS = columnsOf(ApiKeySchema, [
  'id',
  'name',
  'prefixDisplay',
  'scopes',
  'allowedCidrs',
  'expiresAt',
  'lastUsedAt',
  'lastUsedIp',
  'revokedAt',
  'createdAt',
]);

const statusAt = (now: string) =>
  `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= ${now} THEN 'expired' ELSE 'active' END`;
const selectAt = (now: string) => `SELECT ${COLUMNS}, ${statusAt(now)} AS status FROM identity.api_keys`;

export class ApiKeyReads implements ApiKeyQueries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list({ accountId, status }: ApiKeyFilter, page: PageRequest<'created_at'>): Promise<Page<ApiKeyView>> {
    const where = new Where().require('account_id = ?', accountId);
    const at = where.value(this.clock.now());
    where.anyOf(statusAt(at), status);
    const list = { select: selectAt(at), where, by: ['created_at', 'id'] as const };
    return this.db.page({ ...list, of: ({ createdAt, id }) => [createdAt, id] }, page);
  }

  get(accountId: string, id: string): Promise<ApiKeyView> {
    return this.db.get(
      `${selectAt('$3')} WHERE id = $1 AND account_id = $2`,
      [id, accountId, this.clock.now()],
      undefined,
      'shared',
    );
  }
}
