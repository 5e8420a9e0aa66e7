import {
  type Activity,
  type ActivityFilter,
  addDays,
  type Clock,
  type Page,
  type PageRequest,
} from '@trunkline/kernel';
import type { Database } from '../database/database';
import { Where } from '../database/queries/where';

const DAYS = 400;
const BATCH = 1000;
/** A kind is words. */
const ID = /[\d-]|^svc_/;

const SELECT = `
  SELECT id, at, actor_kind AS "actorKind", actor_id AS "actorId", ip, action,
    resource_kind AS "resourceKind", resource_id AS "resourceId", resource_name AS "resourceName", changes
  FROM platform.activity`;

/** Reads the changes that triggers record (see docs/activity.md), and deletes them after 400 days. */
export class ActivityLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  list(accountId: string, filter: ActivityFilter, page: PageRequest<'at'>): Promise<Page<Activity>> {
    const { actor, action, resource, from, to } = filter;
    const where = new Where()
      .require('account_id = ?', accountId)
      .add(actor !== undefined && ID.test(actor) ? 'actor_id = ?' : 'actor_kind = ?', actor)
      // The kind is that of the action, and has an index.
      .add('resource_kind = ?', action?.split('.')[0])
      .add('action = ?', action)
      .add(resource !== undefined && ID.test(resource) ? 'resource_id = ?' : 'resource_kind = ?', resource)
      // Entries that have expired are not shown until the next night.
      .add('at >= ?', laterOf(from, addDays(this.clock.now(), -DAYS)))
      .add('at < ?', to);
    return this.db.page<Activity>({ select: SELECT, where, by: ['at', 'id'], of: ({ at, id }) => [at, id] }, page);
  }

  /** Returns the number of entries that it deleted. Each batch commits by itself. */
  async prune(): Promise<number> {
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH; total += deleted) {
      const { count } = await this.db.get<{ count: number }>(
        `SELECT platform.prune_activity($1, $2)::integer AS count`,
        [addDays(this.clock.now(), -DAYS), BATCH],
      );
      deleted = count;
    }
    return total;
  }
}

function laterOf(from: Date | undefined, keptFrom: Date): Date {
  return from && from > keptFrom ? from : keptFrom;
}
