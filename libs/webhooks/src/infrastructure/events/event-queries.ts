import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type EventFilters, type EventQueries, type EventView } from '../../application/events/ports';

const COLUMNS = `id, type, data, created_at AS "createdAt"`;
const ONE = `SELECT ${COLUMNS} FROM webhooks.events WHERE account_id = $1 AND id = $2`;

/** One statement for all filters, so that one plan is cached; an absent filter is null. */
const listText = (order: 'asc' | 'desc') => `
  SELECT ${COLUMNS} FROM webhooks.events
  WHERE account_id = $1
    AND ($2::text[] IS NULL OR type = ANY ($2))
    AND ($3::timestamptz IS NULL OR created_at >= $3)
    AND ($4::timestamptz IS NULL OR created_at < $4)
    AND ($5::text IS NULL OR related_ids @> ARRAY[$5])
    AND ($6::timestamptz IS NULL OR (created_at, id) ${order === 'asc' ? '>' : '<'} ($6, $7))
  ORDER BY created_at ${order}, id ${order} LIMIT $8`;

const LIST = { asc: listText('asc'), desc: listText('desc') };

export class EventReads implements EventQueries {
  constructor(private readonly db: Database) {}

  async list(
    accountId: string,
    { types, from, to, relatedId }: EventFilters,
    { order, after, limit }: PageRequest<'created_at'>,
  ): Promise<Page<EventView>> {
    const filters = [types, from, to, relatedId, after?.key, after?.id].map((value) => value ?? null);
    const rows = await this.db.query<EventView>(LIST[order], [accountId, ...filters, limit + 1]);
    return pageOf(rows, limit, ({ createdAt, id }) => ({ key: createdAt.toISOString(), id }));
  }

  async get(accountId: string, id: string): Promise<EventView> {
    const event = await this.db.queryOne<EventView>(ONE, [accountId, id]);
    if (!event) throw CommonErrors.not_found();
    return event;
  }
}
