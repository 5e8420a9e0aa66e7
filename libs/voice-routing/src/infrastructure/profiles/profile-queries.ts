import type { Page, PageRequest } from '@trunkline/kernel';
import { columnsOf, type Database, membersOf } from '@trunkline/platform';
import type { StoredProfileView, TargetView } from '../../application/profiles/views';
import type { RouteSort } from '../../application/trunks/ports';
import type { ProfileFilters, ProfileQueries } from '../../application/profiles/ports';
import { listOfRoutes } from '../routes';
import { RoutingProfileSchema, RoutingTargetSchema } from '../schema';
import { BY_POSITION } from './routing-profile.repository';

const SELECT = `SELECT ${columnsOf(RoutingProfileSchema, membersOf(RoutingProfileSchema, ['accountId']), 'r')},
    (SELECT count(*) FROM voice.routing_targets t WHERE t.profile_id = r.id) AS "targetCount"
  FROM voice.routing_profiles r`;
const OF_ACCOUNT = `${SELECT} WHERE r.id = $1 AND r.account_id = $2`;

export class ProfileReads implements ProfileQueries {
  constructor(private readonly db: Database) {}

  list(accountId: string, filters: ProfileFilters, page: PageRequest<RouteSort>): Promise<Page<StoredProfileView>> {
    const list = listOfRoutes<StoredProfileView>(SELECT, accountId, filters, page.sort);
    list.where.add('r.strategy = ANY(?)', filters.strategies);
    return this.db.page(list, page);
  }

  find(accountId: string, id: string): Promise<StoredProfileView | null> {
    return this.db.find(OF_ACCOUNT, [id, accountId]);
  }

  get(accountId: string, id: string): Promise<StoredProfileView> {
    return this.db.get(OF_ACCOUNT, [id, accountId]);
  }

  targets(profileId: string): Promise<TargetView[]> {
    return this.db.table(RoutingTargetSchema).query(`profile_id = $1 ${BY_POSITION}`, [profileId]);
  }
}
