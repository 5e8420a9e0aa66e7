import type { Page, PageRequest } from '@trunkline/kernel';
import { containing, type Database, readPage, spelledLike } from '@trunkline/platform';
import type { ProfileRow, TargetView } from '../../application/profiles/views';
import type { RouteSort } from '../../application/trunks/ports';
import { type ProfileFilters, ProfileQueries } from '../../application/profiles/ports';
import type { Strategy } from '../../domain/profiles/routing-profile';
import { byPosition } from '../../domain/profiles/routing-target';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import { RoutingTargetSchema } from '../schema';
import { ROUTE_SORTS } from '../trunks/trunk-queries';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: RouteStatus;
  readonly strategy: Strategy;
  readonly ring_timeout_seconds: number;
  readonly max_retries: number;
  readonly target_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
}

const SELECT = `SELECT r.id, r.name, r.status, r.strategy, r.ring_timeout_seconds, r.max_retries, r.created_at,
  r.updated_at, r.archived_at,
  (SELECT count(*) FROM voice.routing_targets t WHERE t.profile_id = r.id) AS target_count
  FROM voice.routing_profiles r`;

export class SqlProfileQueries extends ProfileQueries {
  constructor(private readonly db: Database) {
    super();
  }

  override async list(
    accountId: string,
    filters: ProfileFilters,
    page: PageRequest<RouteSort>,
  ): Promise<Page<ProfileRow>> {
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
    const { items, next } = await readPage<Row>(this.db, statement, page);
    return { items: items.map(viewOf), next };
  }

  override async get(accountId: string, id: string): Promise<ProfileRow | null> {
    const row = await this.db.queryOne<Row>(`${SELECT} WHERE r.id = $1 AND r.account_id = $2`, [id, accountId]);
    return row && viewOf(row);
  }

  override async targets(profileId: string): Promise<TargetView[]> {
    return byPosition(await this.db.manager.findBy(RoutingTargetSchema, { profileId }));
  }
}

function viewOf(row: Row): ProfileRow {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    strategy: row.strategy,
    ringTimeoutSeconds: row.ring_timeout_seconds,
    maxRetries: row.max_retries,
    targetCount: row.target_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}
