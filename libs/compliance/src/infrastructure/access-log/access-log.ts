import { type Clock, newId, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage } from '@trunkline/platform';
import { type Access, type AccessEntry, type AccessLog } from '../../application/access-log/ports';

const ADD = `INSERT INTO compliance.access_log (id, account_id, at, actor_kind, actor_id, action, resource_id)
  SELECT id, $1, $2, $3, $4, $5, resource_id FROM unnest($6::text[], $7::text[]) AS read (id, resource_id)`;
const SELECT = `SELECT l.id, l.at, l.actor_kind AS "actorKind", l.actor_id AS "actorId", l.action,
  l.resource_id AS "resourceId" FROM compliance.access_log l`;

export class StoredAccessLog implements AccessLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async record({ accountId, reader, action, resourceIds }: Access): Promise<void> {
    if (resourceIds.length === 0) return;
    const ids = resourceIds.map(() => newId('acl'));
    await this.db.query(ADD, [accountId, this.clock.now(), reader.kind, reader.id, action, ids, resourceIds]);
  }

  list(accountId: string, resourceId: string | null, page: PageRequest<'at'>): Promise<Page<AccessEntry>> {
    const statement = {
      select: SELECT,
      where: ['l.account_id = $1', ...(resourceId === null ? [] : ['l.resource_id = $2'])],
      values: [accountId, ...(resourceId === null ? [] : [resourceId])],
      key: { column: 'l.at', type: 'timestamptz', of: (row: AccessEntry) => row.at.toISOString() } as const,
      id: 'l.id',
    };
    return readPage<AccessEntry>(this.db, statement, page);
  }
}
