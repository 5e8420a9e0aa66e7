import type { SortOrder } from '@trunkline/kernel';
import { ROUTE_STATUSES, type TrunkView } from '@trunkline/voice-routing';
import { PageQuery, QueryFlag, QueryList, QueryOneOf, QueryOrder, Text } from '../../http';

const NAME_MAX = 64;

export class ListNamedQuery extends PageQuery {
  @Text({
    description: 'Part of the name, without regard to case, accents and hyphens.',
    example: 'off',
    max: NAME_MAX,
    optional: true,
  })
  q?: string;

  @QueryOneOf({ description: 'Sort key.', default: 'created_at', values: ['created_at', 'name'], name: 'RouteSort' })
  sort?: 'created_at' | 'name';

  @QueryOrder()
  order?: SortOrder;
}

/** The query of the lists of trunks and of routing profiles. */
export class ListRoutesQuery extends ListNamedQuery {
  @QueryList({
    description: 'Only these statuses, comma-separated.',
    example: 'active',
    default: ['active', 'disabled'],
    values: ROUTE_STATUSES,
    name: 'RouteStatus',
  })
  status?: readonly TrunkView['status'][];
}

export class ArchiveQuery {
  @QueryFlag({ description: 'Detaches dependent numbers and disables dependent targets.', default: false })
  force?: boolean;
}

export function statusesOf(query: ListRoutesQuery): readonly TrunkView['status'][] {
  return query.status ?? ['active', 'disabled'];
}
