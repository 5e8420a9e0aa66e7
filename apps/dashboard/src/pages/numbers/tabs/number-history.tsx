import type { NumberHistory as Change } from '@trunkline/client';
import { useMemo } from 'react';
import { words } from '../../../format';
import { useAccount } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/feedback/empty-state';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { When } from '../../../ui/when';
import { Actor } from '../../activity/actor';
import { Changes } from '../../activity/changes';
import { entryOf } from './history-entry';

const CHANGES: Readonly<Record<string, string>> = {
  port_out_begun: 'Port-out begun',
  port_out_refused: 'Port-out refused',
  port_out_lock_changed: 'Port-out lock changed',
  port_out_pin_set: 'Port-out PIN set',
  sms_webhook_changed: 'SMS webhook changed',
};

const columnsFor = (userId: string | undefined): readonly Column<Change>[] => [
  { title: 'Time', cell: ({ at }) => <When at={at} /> },
  { title: 'Change', long: true, cell: ({ action }) => CHANGES[action] ?? words(action) },
  { title: 'Fields', long: true, cell: (change) => <Changes entry={entryOf(change)} /> },
  { title: 'By', long: true, cell: ({ actor }) => <Actor actor={actor} userId={userId} /> },
];

/** What has changed of a number, and who changed it. */
export function NumberHistory({ e164 }: { e164: string }) {
  const userId = useAccount().user?.id;
  const columns = useMemo(() => columnsFor(userId), [userId]);
  return (
    <List
      label="History of the number"
      columns={columns}
      queryKey={['numbers', e164, 'history']}
      load={(query, options) => trunkline.numbers.history.list(e164, query, options)}
      empty={<EmptyState text="No changes yet." />}
    />
  );
}
