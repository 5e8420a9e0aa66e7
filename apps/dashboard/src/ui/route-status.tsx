import type { RouteStatus } from '@trunkline/client';
import { ROUTE_STATUSES } from '@trunkline/client/lists';
import { words } from '../format';
import { worded } from '../format/lists';
import * as filters from './tables/filters';
import { StatusMark } from './status-mark';

const COLORS = { active: 'teal', disabled: 'yellow', archived: 'gray' } as const;

/** Status of a trunk or routing profile. */
export function RouteState({ status }: { status: RouteStatus }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}

/** The filter of a list by status, which leaves out what is archived. */
export const routeStatusFilter = filters.oneOf(
  filters.choice('Status', worded(ROUTE_STATUSES), { none: 'Not archived', w: filters.half(180) }),
  ['active', 'disabled'],
);
