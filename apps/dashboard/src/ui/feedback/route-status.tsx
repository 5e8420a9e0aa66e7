import type { RouteStatus } from '@trunkline/client';
import { ROUTE_STATUSES } from '@trunkline/client/lists';
import { words } from '../../format';
import { worded } from '../../format/lists';
import * as filters from '../tables/filters';
import { StatusMark } from './status-mark';

/** Status of a routing profile or WebRTC user. It is a setting: nothing has measured it, so what is active has no mark. */
export function RouteState({ status }: { status: RouteStatus }) {
  return status === 'active' ? words(status) : <StatusMark state="idle" text={words(status)} />;
}

/** The filter of a list by status, which leaves out what is archived. It has the name of the column that it filters. */
export const routeStatusFilter = (label: string) =>
  filters.oneOf(filters.choice(label, worded(ROUTE_STATUSES), { none: 'Not archived', isNoneNamed: true }), [
    'active',
    'disabled',
  ]);
