import type { Page, PageRequest } from '@trunkline/kernel';
import { containing, type Database, readPage, spelledLike } from '@trunkline/platform';
import type { ProfileRow, TargetView } from '../../application/profiles/views';
import type { RouteSort } from '../../application/trunks/ports';
import { type ProfileFilters, type ProfileQueries } from '../../application/profiles/ports';
import { byPosition } from '../../domain/profiles/routing-target';
import { RoutingTargetSchema } from '../schema';
import { ROUTE_SORTS } from '../trunks/trunk-queries';

const SELECT = `SELECT r.id, r.name, r.status, r.strategy, r.ring_timeout_seconds AS "ringTimeoutSeconds",
  r.max_retries AS "maxRetries", r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.archived_at AS "archivedAt",
  (SELECT count(*) FROM voice.routing_targets t WHERE t.profile_id = r.id) AS "targetCount"
  FROM voice.routing_profiles r`;

export class ProfileReads implements ProfileQueries {
  constructor(private readonly db: Database) {}

  list(accountId: string, filters: ProfileFilters, page: PageRequest<RouteSort>): Promise<Page<ProfileRow>> {
    const { statuses, q, strategies } = filters;
    const statement = {
      select: SELECT,
      where: [
        `r.account_id = $1`,
        `r.status = ANY($2)`,
        `($3::text[] IS NULL OR ${spelledLike('r.name', '$3')})`,
        `($4::text[] IS NULL OR r.strategy = ANY($4))`,
      ],
      values: [accountId, statuses, q && containing(q), strategies],
      key: ROUTE_SORTS[page.sort],
      id: 'r.id',
    };
    return readPage<ProfileRow>(this.db, statement, page);
  }

  get(accountId: string, id: string): Promise<ProfileRow | null> {
    return this.db.queryOne<ProfileRow>(`${SELECT} WHERE r.id = $1 AND r.account_id = $2`, [id, accountId]);
  }

  async targets(profileId: string): Promise<TargetView[]> {
    return byPosition(await this.db.manager.findBy(RoutingTargetSchema, { profileId }));
  }
}
