import type { RouteStatus } from '@trunkline/client';
import { words } from '../format';
import { StatusMark } from './status-mark';

const COLORS = { active: 'teal', disabled: 'yellow', archived: 'gray' } as const;

/** Status of a trunk or routing profile. */
export function RouteState({ status }: { status: RouteStatus }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}

export const ROUTE_STATUS_OPTIONS = Object.keys(COLORS).map((value) => ({ value, label: words(value) }));
