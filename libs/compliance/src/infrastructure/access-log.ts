import { type Clock, newId, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import { type Access, type AccessEntry, type AccessLog } from '../application/ports';

const ADD = `INSERT INTO compliance.access_log (id, account_id, at, actor_kind, actor_id, action, resource_id)
  SELECT id, $1, $2, $3, $4, $5, resource_id FROM unnest($6::text[], $7::text[]) AS read (id, resource_id)`;
const SELECT = `SELECT id, at, actor_kind AS "actorKind", actor_id AS "actorId", action, resource_id AS "resourceId"
  FROM compliance.access_log`;

export class StoredAccessLog implements AccessLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async record({ accountId, reader, action, resourceIds }: Access): Promise<void> {
    if (resourceIds.length === 0) return;
    const ids = resourceIds.map(() => newId('acl'));
    await this.db.write(ADD, [accountId, this.clock.now(), reader.kind, reader.id, action, ids, resourceIds]);
  }

  list(accountId: string, resourceId: string | null, page: PageRequest<'at'>): Promise<Page<AccessEntry>> {
    const where = new Where().require('account_id = ?', accountId).add('resource_id = ?', resourceId);
    const of = ({ at, id }: AccessEntry) => [at, id] as const;
    return this.db.page<AccessEntry>({ select: SELECT, where, by: ['at', 'id'], of }, page);
  }
}
