import { Button } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import type { AccountEvent, EventType } from '@trunkline/client';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { useMay } from '../../session/account';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Id } from '../../ui/id';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { Problem } from '../../ui/feedback/problem';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import { isId } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';
import { useFilters } from '../../ui/tables/use-filters';
import { When } from '../../ui/when';
import { ExportButton } from '../exports/export-button';
import { eventTypeFilter } from './event-type-choice';
import { subjectOf } from './subject';
import { type Connection, EVENTS, useLiveEvents } from './use-live-events';

const FILTERS = {
  type: eventTypeFilter<EventType>('Type'),
  related_id: {
    ...filters.text('Resource ID', {
      placeholder: 'Resource ID, such as num_…',
      isSearch: true,
      w: filters.full(280),
    }),
    fault: (text: string) => (isId(text) ? null : 'is not an ID, such as num_… or cdr_…'),
  },
};

/** The events of the account, as they happen. */
export function Events() {
  return useMay()('webhooks:read') ? <EventLog /> : <Page title="Events" restricted="see events" />;
}

function EventLog() {
  const { search, set, query, faults } = useFilters(FILTERS);
  const { type, related_id } = query;
  const eventType = type?.[0];
  const visibility = useDocumentVisibility();
  // A stable object, because the stream begins anew with other filters.
  const followed = useMemo(
    () => ({ ...(eventType && { type: [eventType] }), ...(related_id && { related_id }) }),
    [eventType, related_id],
  );
  const isPaused = search['paused'] !== undefined;
  // A hidden page catches up when it is shown again, and takes no connection from the others meanwhile.
  const { connection, error, retry } = useLiveEvents(
    followed,
    !isPaused && faults.length === 0 && visibility === 'visible',
  );
  return (
    <Page
      title="Events"
      actions={
        <>
          <Liveness connection={connection} isPaused={isPaused} />
          <ExportButton kind="events" filters={query} faults={faults} />
          <Button variant="default" onClick={() => set({ paused: isPaused ? undefined : 'yes' })}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        </>
      }
    >
      <FilteredList
        label="Events"
        {...EVENTS}
        filters={FILTERS}
        between={<Problem title="New events are not shown" error={error} retry={retry} />}
        columns={COLUMNS}
        none="No event of the last 30 days matches the filters."
        empty={
          <EmptyState
            icon={Activity}
            text="What happens in the account, such as a call that ends or a number that is bought, is listed here for 30 days."
          >
            <DocsLink page="webhooks-and-events">About events</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

const CONNECTIONS = {
  connecting: ['wait', 'Connecting'],
  live: ['live', 'Live'],
  lost: ['warn', 'Reconnecting'],
} as const;

function Liveness({ connection, isPaused }: { connection: Connection; isPaused: boolean }) {
  const [state, text] = isPaused ? (['idle', 'Paused'] as const) : CONNECTIONS[connection];
  return (
    <div role="status" aria-label="Updates">
      <StatusMark state={state} text={text} />
    </div>
  );
}

const COLUMNS: readonly Column<AccountEvent>[] = [
  {
    title: 'Type',
    cell: ({ id, type }) => (
      <TextLink to="/developers/events/$id" params={{ id }} className="opens">
        {type}
      </TextLink>
    ),
  },
  { title: 'Resource', long: true, cell: (event) => subjectOf(event) },
  { title: 'Time', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'ID', optional: true, cell: ({ id }) => <Id value={id} /> },
];
