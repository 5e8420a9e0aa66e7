import type { Clock, Page, PageRequest } from '@trunkline/kernel';
import { type Database, Where } from '@trunkline/platform';
import type { EventFilters, EventQueries, EventView } from '../../application/events/ports';
import { keptSince } from '../../domain/retention';

const SELECT = `SELECT id, type, data, created_at AS "createdAt" FROM webhooks.events`;

export class EventReads implements EventQueries {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list(accountId: string, filters: EventFilters, page: PageRequest<'created_at'>): Promise<Page<EventView>> {
    const { types, from, to, relatedId } = filters;
    const where = new Where()
      .require('account_id = ?', accountId)
      .add('created_at >= ?', keptSince(this.clock.now()))
      .anyOf('type', types)
      .add('created_at >= ?', from)
      .add('created_at < ?', to)
      .add('related_ids @> ARRAY[?::text]', relatedId);
    const list = { select: SELECT, where, by: ['created_at', 'id'] as const };
    return this.db.page({ ...list, of: ({ createdAt, id }) => [createdAt, id] }, page);
  }

  get(accountId: string, id: string): Promise<EventView> {
    const values = [accountId, id, keptSince(this.clock.now())];
    return this.db.get(`${SELECT} WHERE account_id = $1 AND id = $2 AND created_at >= $3`, values);
  }
}
