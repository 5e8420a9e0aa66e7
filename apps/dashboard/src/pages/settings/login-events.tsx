import type { LoginEvent } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';
import type { Column } from '../../ui/tables/data-table';
import { among, timeAround } from '../../ui/one-row/by-id';
import { List } from '../../ui/tables/list';
import { EmptyState } from '../../ui/feedback/empty-state';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import { When } from '../../ui/when';

const stateOf = (outcome: LoginEvent['outcome']): State =>
  outcome === 'success' ? 'ok' : outcome === 'mfa_required' ? 'wait' : 'bad';

const COLUMNS: readonly Column<LoginEvent>[] = [
  { title: 'Time', cell: ({ ts }) => <When at={ts} /> },
  {
    title: 'Outcome',
    is: 'state',
    cell: ({ outcome }) => <StatusMark state={stateOf(outcome)} text={words(outcome)} />,
  },
  { title: 'Method', cell: ({ method }) => words(method) },
  { title: 'From', long: true, cell: ({ ip, ip_country }) => [ip, ip_country].filter(Boolean).join(', ') },
  {
    title: 'New',
    cell: ({ is_new_device, is_new_location }) =>
      [is_new_device && 'Device', is_new_location && 'Location'].filter(Boolean).join(', '),
  },
];

export function LoginEvents() {
  return (
    <List
      label="Sign-in history"
      columns={COLUMNS}
      queryKey={['login-events']}
      load={(query, options) => trunkline.auth.loginEvents.list({ ...query, limit: 10 }, options)}
      one={(id, options) => among(trunkline.auth.loginEvents.list(timeAround(id), options), id)}
      empty={<EmptyState text="Sign-ins are listed here." />}
    />
  );
}
