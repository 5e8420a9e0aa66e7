import type { RejectedCall } from '@trunkline/client';
import { CALL_DIRECTIONS } from '@trunkline/client/lists';
import { PhoneOff } from 'lucide-react';
import { worded } from '../../format/lists';
import { Moment } from '../../format/moment';
import { Caller, Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import { ButtonLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { among, timeAround } from '../../ui/one-row/by-id';
import { type Chip, FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import * as more from '../../ui/tables/more-filters';
import { useFilters } from '../../ui/tables/use-filters';
import { CALL_TIME, TRUNK, useRange } from './time-and-route';
import { OWN_NUMBER } from '../calls/call-filters';
import { REJECTION_TITLES } from '../calls/failure-title';
import { WhyRejected } from '../calls/fix-link';

const FILTERS = {
  ...CALL_TIME,
  reason: more.several('Reason', REJECTION_TITLES),
  trunk: TRUNK,
  number: OWN_NUMBER,
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both' }),
};

const CHIPS: readonly Chip[] = [
  { label: 'Time', names: ['time', 'from', 'to'] },
  { label: 'Reason', names: ['reason'] },
  { label: 'Trunk', names: ['trunk'] },
  { label: 'Number', names: ['number'] },
];

/** The calls that were rejected before they were routed, each with the reason and a link to the page that fixes it. */
export function RejectedCalls() {
  const range = useRange(useFilters(CALL_TIME).query);
  return (
    <Page title="Rejected calls">
      <FilteredList
        label="Rejected calls"
        queryKey={['rejected-calls', `${String(range.from)}-${String(range.to)}`]}
        filters={FILTERS}
        chips={CHIPS}
        load={({ reason, direction, number, trunk, cursor }, options) =>
          trunkline.rejectedCalls.list(
            { ...range, reason, direction, e164: number, sip_trunk_id: trunk, cursor },
            options,
          )
        }
        one={(id, options) => among(trunkline.rejectedCalls.list(timeAround(id), options), id)}
        columns={COLUMNS}
        none="No rejected call matches the filters."
        empty={
          <EmptyState
            icon={PhoneOff}
            text="Calls of the last 30 days that were rejected are listed here, with the reason."
          >
            <ButtonLink to="/calls">Call log</ButtonLink>
            <DocsLink page="calls">About rejected calls</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<RejectedCall>[] = [
  { title: 'Time', cell: ({ at }) => <Moment at={at} /> },
  {
    title: 'From',
    long: true,
    cell: ({ from, caller_withheld }) => <Caller call={{ caller: from, caller_withheld }} />,
  },
  { title: 'To', long: true, cell: ({ to }) => <Phone value={to} /> },
  { title: 'Reason', long: true, cell: (call) => <WhyRejected call={call} /> },
  { title: 'Source', cell: ({ source_ip }) => source_ip ?? 'Unknown' },
  { title: 'SIP', is: 'count', cell: ({ sip_code }) => sip_code },
];
