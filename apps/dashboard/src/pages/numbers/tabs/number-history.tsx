import type { NumberHistory as Change } from '@trunkline/client';
import { words } from '../../../format';
import { trunkline } from '../../../session/client';
import { EmptyState } from '../../../ui/feedback/empty-state';
import type { Column } from '../../../ui/tables/data-table';
import { List } from '../../../ui/tables/list';
import { When } from '../../../ui/when';

const CHANGES: Readonly<Record<string, string>> = {
  port_out_begun: 'Port-out begun',
  port_out_refused: 'Port-out refused',
  port_out_lock_changed: 'Port-out lock changed',
  port_out_pin_set: 'Port-out PIN set',
  sms_webhook_changed: 'SMS webhook changed',
};

const HISTORY: readonly Column<Change>[] = [
  { title: 'Time', cell: ({ at }) => <When at={at} /> },
  { title: 'Change', cell: ({ action }) => CHANGES[action] ?? words(action) },
  { title: 'By', cell: ({ actor_kind }) => words(actor_kind) },
];

/** What has changed of a number, and who changed it. */
export function NumberHistory({ e164 }: { e164: string }) {
  return (
    <List
      label="History of the number"
      columns={HISTORY}
      queryKey={['numbers', e164, 'history']}
      load={(query, options) => trunkline.numbers.history.list(e164, query, options)}
      empty={<EmptyState text="No changes yet." />}
    />
  );
}
