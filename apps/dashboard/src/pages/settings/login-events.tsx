import type { LoginEvent } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { EmptyState } from '../../ui/empty-state';
import { StatusMark } from '../../ui/status-mark';
import { When } from '../../ui/when';

const colorOf = (outcome: LoginEvent['outcome']): string =>
  outcome === 'success' ? 'teal' : outcome === 'mfa_required' ? 'gray' : 'red';

const COLUMNS: readonly Column<LoginEvent>[] = [
  { key: 'ts', title: 'Time', cell: ({ ts }) => <When at={ts} /> },
  {
    key: 'outcome',
    title: 'Outcome',
    cell: ({ outcome }) => <StatusMark color={colorOf(outcome)} text={words(outcome)} />,
  },
  { key: 'method', title: 'Method', cell: ({ method }) => words(method) },
  { key: 'place', title: 'From', cell: ({ ip, ip_country }) => [ip, ip_country].filter(Boolean).join(', ') },
  {
    key: 'new',
    title: 'New',
    cell: ({ is_new_device, is_new_location }) =>
      [is_new_device && 'Device', is_new_location && 'Location'].filter(Boolean).join(', '),
  },
];

export function LoginEvents() {
  return (
    <DataTable
      label="Sign-in history"
      columns={COLUMNS}
      queryKey={['login-events']}
      load={(cursor, signal) => trunkline.auth.loginEvents.list({ limit: 10, ...(cursor && { cursor }) }, { signal })}
      rowKey={({ id }) => id}
      empty={<EmptyState text="Sign-ins are listed here." />}
    />
  );
}
