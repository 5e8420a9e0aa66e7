import { Button, Group } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { AccountEvent, EventsStreamQuery } from '@trunkline/client';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { format } from '../../format';
import type { Texts } from '../../router/search';
import { useMay } from '../../session/account';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { Restricted } from '../../ui/restricted';
import { StatusMark } from '../../ui/status-mark';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { typeOptions, useEventTypes } from './event-types';
import { subjectOf } from './subject';
import { type Connection, eventList, useLiveEvents } from './use-live-events';

const route = getRouteApi('/signed-in/developers/events');

type Search = Texts<'type' | 'related_id' | 'paused'>;

/** The events of the account, as they happen. */
export function Events() {
  const may = useMay();
  if (!may('webhooks:read')) {
    return (
      <Page title="Events">
        <Restricted what="events" />
      </Page>
    );
  }
  return <EventLog />;
}

function EventLog() {
  const { type, related_id: relatedId, paused } = route.useSearch();
  const navigate = route.useNavigate();
  const visibility = useDocumentVisibility();
  // A stable object, because the stream begins anew with other filters. The API checks values that come from the address.
  const filters = useMemo(
    () => ({ ...(type && { type: [type] }), ...(relatedId && { related_id: relatedId }) }) as EventsStreamQuery,
    [type, relatedId],
  );
  const isPaused = paused !== undefined;
  // A hidden page catches up when it is shown again, and takes no connection from the others meanwhile.
  const { connection, error, retry } = useLiveEvents(filters, !isPaused && visibility === 'visible');
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title="Events"
      actions={
        <>
          <Liveness connection={connection} isPaused={isPaused} />
          <Button variant="default" onClick={() => set({ paused: isPaused ? undefined : 'yes' })}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        </>
      }
    >
      <Filters search={{ type, related_id: relatedId }} set={set} />
      <Problem title="New events are not shown" error={error} retry={retry} />
      <DataTable
        label="Events"
        columns={COLUMNS}
        {...eventList(filters)}
        rowKey={({ id }) => id}
        empty={
          type || relatedId ? (
            <EmptyState text="No event of the last 30 days matches the filters.">
              <TextLink to="/developers/events">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={Activity}
              text="What happens in the account, such as a call that ends or a number that is bought, is listed here for 30 days."
            >
              <DocsLink page="webhooks-and-events">About events</DocsLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const CONNECTIONS = {
  connecting: ['gray', 'Connecting'],
  live: ['teal', 'Live'],
  lost: ['yellow', 'Reconnecting'],
} as const;

function Liveness({ connection, isPaused }: { connection: Connection; isPaused: boolean }) {
  const [color, text] = isPaused ? (['gray', 'Paused'] as const) : CONNECTIONS[connection];
  return (
    <div role="status" aria-label="Updates">
      <StatusMark color={color} text={text} />
    </div>
  );
}

const COLUMNS: readonly Column<AccountEvent>[] = [
  {
    key: 'type',
    title: 'Type',
    cell: ({ id, type }) => (
      <TextLink to="/developers/events/$id" params={{ id }} fz="sm">
        {type}
      </TextLink>
    ),
  },
  { key: 'subject', title: 'Resource', cell: (event) => subjectOf(event) },
  {
    key: 'created_at',
    title: 'Time',
    cell: ({ created_at }) => <span className="whole">{format.time(created_at)}</span>,
  },
  { key: 'id', title: 'ID', cell: ({ id }) => <code>{id}</code> },
];

function Filters({ search, set }: { search: Search; set: (change: Search) => void }) {
  const types = useEventTypes();
  return (
    <Group align="end">
      <Choice
        label="Type"
        none="All types"
        w={{ base: '100%', sm: 240 }}
        data={typeOptions(types)}
        value={search.type}
        onChoose={(type) => set({ type })}
      />
      <SearchField
        label="Resource ID"
        placeholder="num_…, cdr_…, trk_…"
        data-search
        w={{ base: '100%', sm: 280 }}
        value={search.related_id}
        onSearch={(text) => set({ related_id: text.trim() || undefined })}
      />
    </Group>
  );
}
