import { Text } from '@mantine/core';
import type { PortOut, PortOutRefusal, PortOutStatus } from '@trunkline/client';
import { LogOut } from 'lucide-react';
import { textsOf } from '../../format/lists';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { among, ROWS_MAX } from '../../ui/one-row/by-id';
import { When } from '../../ui/when';

const STATUSES: Readonly<Record<PortOutStatus, { readonly state: State; readonly text: string }>> = {
  pending: { state: 'wait', text: 'Pending' },
  released: { state: 'idle', text: 'Ported out' },
  refused: { state: 'ok', text: 'Refused' },
};

const REFUSALS: Readonly<Record<PortOutRefusal, string>> = {
  port_out_locked: 'The number was locked against porting out.',
  pin_missing: 'The number had no port-out PIN.',
  wrong_pin: 'The port-out PIN was wrong.',
  not_active: 'The number was never active.',
  name_mismatch: 'The name did not match your account.',
  not_authorized: 'You did not authorize the port.',
  number_moved: 'The number was moved to another account.',
  other: 'Another reason.',
};

const COLUMNS: readonly Column<PortOut>[] = [
  {
    title: 'Number',
    cell: ({ e164 }) => (
      <TextLink to="/numbers/$e164" params={{ e164 }} className="opens">
        <Phone value={e164} />
      </TextLink>
    ),
  },
  { title: 'Gaining carrier', cell: ({ gaining_carrier }) => gaining_carrier },
  {
    title: 'Status',
    is: 'state',
    cell: ({ status, refusal_code, refusal_message }) => (
      <>
        <StatusMark {...STATUSES[status]} />
        {refusal_code !== null && (
          <Text fz="xs" c="dimmed">
            {refusal_message ?? REFUSALS[refusal_code]}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Requested', cell: ({ requested_at }) => <When at={requested_at} /> },
  {
    title: 'Port date',
    cell: ({ status, release_at }) => <When at={status === 'refused' ? null : release_at} none="None" />,
  },
];

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', textsOf(STATUSES), { none: 'All' })),
};

/** Requests of other carriers for numbers of the account. */
export function PortOuts() {
  return (
    <Page title="Port-outs">
      <Text size="sm" c="dimmed">
        Another carrier can port a number only with its port-out PIN, and only while the number is not locked. Set both
        on the page of the number.
      </Text>
      <FilteredList
        label="Port-outs"
        queryKey={['port-outs']}
        filters={FILTERS}
        load={(query, options) => trunkline.porting.portOuts.list(query, options)}
        one={(id, options) => among(trunkline.porting.portOuts.list({ limit: ROWS_MAX }, options), id)}
        columns={COLUMNS}
        none="No request has this status."
        empty={
          <EmptyState
            icon={LogOut}
            text="Requests of other carriers for your numbers are listed here, including refused ones."
          >
            <DocsLink page="porting">About ports</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
