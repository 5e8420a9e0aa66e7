import type { Sms } from '@trunkline/client';
import { SMS_DIRECTIONS, SMS_STATUSES } from '@trunkline/client/lists';
import { MessageSquareText } from 'lucide-react';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { type Chip, FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { found } from '../../ui/one-row/by-id';
import * as more from '../../ui/tables/more-filters';
import { useFilters } from '../../ui/tables/use-filters';
import { When } from '../../ui/when';
import { ExportButton } from '../exports/export-button';
import { partyOf } from './conversations';
import { MessageFault, MessageStatus } from './message-status';

const FILTERS = {
  direction: filters.choice('Direction', worded(SMS_DIRECTIONS), { none: 'Both' }),
  status: filters.oneOf(filters.choice('Status', worded(SMS_STATUSES), { none: 'Any' })),
  from: more.moment('from'),
  to: more.moment('to'),
};

const CHIPS: readonly Chip[] = [{ label: 'Time', names: ['from', 'to'] }];

const COLUMNS: readonly Column<Sms>[] = [
  {
    title: 'Created',
    cell: (message) => (
      <TextLink
        to="/messages"
        search={{ number: message.direction === 'inbound' ? message.to : message.from, party: partyOf(message) }}
      >
        <When at={message.created_at} />
      </TextLink>
    ),
  },
  { title: 'Direction', cell: ({ direction }) => words(direction) },
  { title: 'From', long: true, cell: ({ from }) => <Phone value={from} /> },
  { title: 'To', long: true, cell: ({ to }) => <Phone value={to} /> },
  {
    title: 'Status',
    is: 'state',
    cell: (message) => (
      <>
        <MessageStatus message={message} />
        <MessageFault message={message} />
      </>
    ),
  },
  { title: 'Segments', is: 'count', optional: true, cell: ({ segments }) => format.count(segments) },
  {
    title: 'Price',
    is: 'money',
    cell: ({ status, price_cents }) => (status === 'failed' ? 'Not charged' : format.money(price_cents)),
  },
];

/** The messages of all numbers of the account, to find those that were not delivered. */
export function MessageLog() {
  const { query, faults } = useFilters(FILTERS);
  return (
    <Page title="All messages" actions={<ExportButton kind="messages" filters={query} faults={faults} />}>
      <FilteredList
        label="Messages"
        queryKey={['messages', 'log']}
        filters={FILTERS}
        chips={CHIPS}
        load={(asked, options) => trunkline.sms.list(asked, options)}
        one={(id, options) => found(trunkline.sms.get(id, options))}
        columns={COLUMNS}
        none="No message matches the filters."
        empty={
          <EmptyState icon={MessageSquareText} text="The messages of your numbers are listed here, with their price.">
            <DocsLink page="messages">About messages</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
