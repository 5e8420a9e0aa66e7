import { ROUTE_STATUSES, type RouteStatus } from '@trunkline/voice-routing';
import { PageQuery, QueryFlag, QueryList, QueryOneOf, Text } from '../../http';

const NAME_MAX = 64;

/** Of trunks and of routing profiles. */
export class ListRoutesQuery extends PageQuery {
  @QueryList({
    description: 'States, comma-separated. Default: active,disabled.',
    example: 'active',
    values: ROUTE_STATUSES,
  })
  status?: RouteStatus[];

  @Text({ description: 'Part of the name.', example: 'off', max: NAME_MAX, optional: true })
  q?: string;

  @QueryOneOf({ description: 'Sort key. Default created_at.', values: ['created_at', 'name'] })
  sort?: 'created_at' | 'name';

  @QueryOneOf({ description: 'Default desc.', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class ArchiveQuery {
  @QueryFlag({ description: 'Let go of what uses it: numbers are detached, targets disabled.', example: true })
  force?: boolean;
}

export function statusesOf(query: ListRoutesQuery): readonly RouteStatus[] {
  return query.status ?? ['active', 'disabled'];
}
