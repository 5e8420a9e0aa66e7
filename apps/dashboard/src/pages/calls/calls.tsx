import type { Cdr, CdrsListQuery } from '@trunkline/client';
import { CALL_DIRECTIONS } from '@trunkline/client/lists';
import { PhoneCall } from 'lucide-react';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { Caller, Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { useFilters } from '../../ui/tables/use-filters';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { DAYS, OWN_NUMBER } from './call-filters';
import { CallResult } from './call-result';
import { CallVolume } from './call-volume';

/** A grouped number without its groups; other text, such as a SIP address or a Call-ID, as it was typed. */
const searchOf = (typed: string): string =>
  /^\+?[\d\s().-]+$/.test(typed) ? typed.replace(/[\s().-]/g, '') : typed.trim();

const FILTERS = {
  q: filters.text('Caller, callee or Call-ID', {
    placeholder: '+1 212 555',
    isSearch: true,
    w: filters.full(200),
    clean: searchOf,
  }),
  number: OWN_NUMBER,
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both', w: filters.half(140) }),
  answered: filters.choice(
    'Answered',
    { yes: 'Answered', no: 'Not answered' },
    { none: 'Either', w: filters.half(140) },
  ),
  ...DAYS,
};

export function Calls() {
  const { isFiltered } = useFilters(FILTERS);
  return (
    <Page title="Calls" actions={<TextLink to="/calls/rejected">Rejected calls</TextLink>}>
      {!isFiltered && <CallVolume />}
      <List
        label="Calls"
        queryKey={['calls']}
        filters={FILTERS}
        sort="started_at"
        load={({ number, answered, ...query }, options) =>
          trunkline.cdrs.list({ ...query, e164: number, ...(answered && { answered: answered === 'yes' }) }, options)
        }
        columns={COLUMNS}
        rowKey={({ id }) => id}
        none="No call matches the filters."
        empty={
          <EmptyState icon={PhoneCall} text="The calls of your numbers and trunks are listed here, with their price.">
            <DocsLink page="call-records">About call records</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Cdr, NonNullable<CdrsListQuery['sort']>>[] = [
  {
    title: 'Started',
    sorts: 'started_at',
    cell: ({ id, started_at }) => (
      <TextLink to="/calls/$id" params={{ id }}>
        <When at={started_at} />
      </TextLink>
    ),
  },
  { title: 'Direction', cell: ({ direction }) => words(direction) },
  { title: 'From', cell: (call) => <Caller call={call} /> },
  { title: 'To', cell: ({ callee }) => <Phone value={callee} /> },
  { title: 'Result', cell: ({ hangup_cause }) => <CallResult cause={hangup_cause} /> },
  {
    title: 'Duration',
    sorts: 'billable_duration_s',
    end: true,
    cell: ({ billable_duration_s }) => format.duration(billable_duration_s),
  },
  {
    title: 'Cost',
    sorts: 'customer_total_cents',
    end: true,
    cell: ({ customer_total_cents, currency }) => format.money(customer_total_cents, currency),
  },
];
