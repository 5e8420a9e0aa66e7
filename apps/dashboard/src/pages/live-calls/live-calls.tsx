import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Call, CallsListQuery } from '@trunkline/client';
import { PhoneCall } from 'lucide-react';
import { format, words } from '../../format';
import { Caller, Phone } from '../../format/phone';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { CallState } from './call-state';
import { HangUp } from './hang-up';

const route = getRouteApi('/signed-in/calls/live');
/** The API knows what the switch has reported within two seconds. */
export const LIVE_MS = 2_000;

const COLUMNS: readonly Column<Call>[] = [
  {
    key: 'duration',
    title: 'Lasts',
    cell: ({ id, duration_s }) => (
      <TextLink to="/calls/live/$id" params={{ id }} fz="sm" className="figures">
        {format.duration(duration_s)}
      </TextLink>
    ),
  },
  { key: 'direction', title: 'Direction', cell: ({ direction }) => words(direction) },
  { key: 'caller', title: 'From', cell: (call) => <Caller call={call} /> },
  { key: 'callee', title: 'To', cell: ({ callee }) => <Phone value={callee} /> },
  { key: 'state', title: 'State', cell: ({ status }) => <CallState status={status} /> },
  { key: 'held', title: 'Held', end: true, cell: ({ held_cents }) => format.money(held_cents) },
  {
    key: 'limit',
    title: 'May last',
    end: true,
    cell: ({ max_duration_s }) => `up to ${format.duration(max_duration_s)}`,
  },
  { key: 'end', title: 'End', end: true, cell: (call) => <HangUp call={call} compact /> },
];

/** Calls in progress. The list follows them while the window is visible. */
export function LiveCalls() {
  const { direction }: Texts<'direction'> = route.useSearch();
  const navigate = route.useNavigate();
  // The API checks values that come from the address.
  const query = { limit: 100, ...(direction && { direction }) } as CallsListQuery;
  return (
    <Page title="Live calls">
      <Group align="end">
        <Choice
          label="Direction"
          none="Both"
          w={{ base: '47%', sm: 140 }}
          data={[
            { value: 'inbound', label: 'Inbound' },
            { value: 'outbound', label: 'Outbound' },
          ]}
          value={direction}
          onChoose={(value) => void navigate({ search: value ? { direction: value } : {}, replace: true })}
        />
      </Group>
      <DataTable
        label="Live calls"
        columns={COLUMNS}
        queryKey={['live-calls', query]}
        pollMs={LIVE_MS}
        load={(cursor, signal) => trunkline.calls.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={PhoneCall}
            text="No call is in progress. Calls appear here as soon as a switch connects them, with the money that they hold."
          >
            <DocsLink page="calls">About live calls</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
