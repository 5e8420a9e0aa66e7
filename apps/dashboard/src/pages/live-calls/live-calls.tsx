import { Button } from '@mantine/core';
import type { Call } from '@trunkline/client';
import { CALL_DIRECTIONS } from '@trunkline/client/lists';
import { Pause, PhoneCall, Play } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { worded } from '../../format/lists';
import { Moment, moments } from '../../format/moment';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { StatusMark } from '../../ui/feedback/status-mark';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { type Chip, FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { TRUNK } from '../call-log/time-and-route';
import { Direction, Party } from '../calls/call-cells';
import { RouteName } from '../calls/route-name';
import { CallState } from './call-state';
import { HangUp } from './hang-up';
import { LiveFigures } from './live-figures';
import { LIVE_MS } from './live-ms';

const COLUMNS: readonly Column<Call>[] = [
  {
    title: 'Lasts',
    cell: ({ id, duration_s }) => (
      <TextLink to="/calls/live/$id" params={{ id }} className="opens">
        {format.duration(duration_s)}
      </TextLink>
    ),
  },
  { title: 'Direction', cell: ({ direction }) => <Direction direction={direction} /> },
  { title: 'From', long: true, cell: (call) => <Party call={call} side="caller" /> },
  { title: 'To', long: true, cell: (call) => <Party call={call} side="callee" /> },
  { title: 'State', is: 'state', cell: (call) => <CallState call={call} /> },
  { title: 'Trunk', cell: ({ sip_trunk_id }) => <RouteName id={sip_trunk_id} /> },
  { title: 'Started', is: 'count', optional: true, cell: ({ started_at }) => <Moment at={started_at} /> },
  { title: 'Held', is: 'money', cell: ({ held_cents }) => format.money(held_cents) },
  {
    title: 'May last',
    is: 'count',
    optional: true,
    // The time counts from the answer, so that before it no end is known.
    cell: ({ answered_at, max_duration_s }) =>
      answered_at === null ? '–' : `until ${moments().clock(answered_at + max_duration_s)}`,
  },
  { title: 'End', is: 'actions', cell: (call) => <HangUp call={call} compact /> },
];

const FILTERS = {
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both' }),
  trunk: TRUNK,
};

const CHIPS: readonly Chip[] = [
  { label: 'Direction', names: ['direction'] },
  { label: 'Trunk', names: ['trunk'] },
];

/** Calls in progress. The list follows them while the window is visible, unless the user pauses it. */
export function LiveCalls() {
  const [isPaused, setPaused] = useState(false);
  const Icon = isPaused ? Play : Pause;
  return (
    <Page
      title="Live calls"
      state={isPaused && <StatusMark state="idle" text="Paused" />}
      meta={
        isPaused
          ? 'Paused: the list does not follow calls.'
          : 'Follows calls as they happen, and pauses while this window is hidden.'
      }
      actions={
        <Button
          variant="default"
          leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      }
    >
      <FilteredList
        label="Live calls"
        queryKey={['live-calls']}
        filters={FILTERS}
        chips={CHIPS}
        load={({ trunk, ...query }, options) =>
          trunkline.calls.list({ ...query, sip_trunk_id: trunk, limit: 100 }, options)
        }
        {...(isPaused ? { isNeverStale: true } : { pollMs: LIVE_MS })}
        columns={COLUMNS}
        figures={(page) => <LiveFigures page={page} />}
        none="No call in progress matches the filters."
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
