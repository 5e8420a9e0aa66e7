import type { SmsRate } from '@trunkline/client';
import { Search } from 'lucide-react';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { FILTERS as CALL_FILTERS, calledOf } from './rates';

const FILTERS = {
  called: CALL_FILTERS.called,
  // The API returns the prices of one direction.
  direction: filters.choice('Direction', { inbound: 'Received' }, { none: 'Sent', isNoneNamed: true }),
};

const COLUMNS: readonly Column<SmsRate>[] = [
  { title: 'Destination', cell: ({ description }) => description },
  { title: 'Prefix', cell: ({ prefix }) => (prefix === '' ? 'All numbers' : `+${prefix}`) },
  { title: 'Direction', cell: ({ direction }) => words(direction) },
  {
    title: 'Per segment',
    is: 'money',
    cell: ({ price_per_segment_microcents }) => format.rate(price_per_segment_microcents),
  },
];

export function MessageRatesPage() {
  return (
    <Page title="Prices of messages">
      <FilteredList
        label="Prices"
        namesZone={false}
        queryKey={['rates', 'messages']}
        filters={FILTERS}
        instead={({ called, direction }) =>
          called === undefined &&
          direction === undefined && (
            <EmptyState icon={Search} text="Enter a number, or its first digits, to see the price per segment." />
          )
        }
        load={async ({ called, direction }, options) => {
          const asked = called === undefined ? {} : calledOf(called);
          const { items } = await trunkline.billing.smsRates.list({ ...asked, direction }, options);
          return { items, next_cursor: null };
        }}
        columns={COLUMNS}
        rowKey={({ prefix, direction }) => [direction, prefix].join()}
        none="No price matches these filters. Messages to numbers without a price are rejected; messages to your numbers are free."
        empty={<EmptyState text="No price matches these digits." />}
      />
    </Page>
  );
}
