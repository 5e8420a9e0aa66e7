import type { BillingRatesListQuery, Rate } from '@trunkline/client';
import { CALL_DIRECTIONS } from '@trunkline/client/lists';
import { Search } from 'lucide-react';
import { format, words } from '../../format';
import { worded } from '../../format/lists';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import { isE164, NOT_IN_PLAN } from '../../ui/tables/filter-texts';
import * as filters from '../../ui/tables/filters';

/** Of a number in E.164. */
const DIGITS_MAX = 15;

export const FILTERS = {
  called: {
    ...filters.text('Number or its first digits', {
      isSearch: true,
      w: filters.full(240),
      clean: filters.digitsOf,
    }),
    // A link may hold the number as it is written.
    write: filters.digitsOf,
    refused: NOT_IN_PLAN,
    parameters: ['to', 'prefix'],
    fault: (text: string) => {
      const { length } = filters.digitsOf(text);
      return length > 0 && length <= DIGITS_MAX ? null : `has no digits, or more than ${DIGITS_MAX}`;
    },
  },
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both' }),
};

/** A whole number gets its price, fewer digits those of all destinations that begin with them. */
export const calledOf = (digits: string): Pick<BillingRatesListQuery, 'to' | 'prefix'> =>
  isE164(`+${digits}`) ? { to: `+${digits}` } : { prefix: digits };

const COLUMNS: readonly Column<Rate>[] = [
  { title: 'Destination', cell: ({ description }) => description },
  { title: 'Prefix', cell: ({ prefix }) => (prefix === '' ? 'All numbers' : `+${prefix}`) },
  { title: 'Direction', cell: ({ direction }) => words(direction) },
  { title: 'Your number', long: true, cell: ({ number_type }) => (number_type === null ? 'Any' : words(number_type)) },
  { title: 'Billing increment', cell: ({ increment: { first_s, next_s } }) => `${first_s} s, then ${next_s} s` },
  { title: 'Connection fee', is: 'money', cell: ({ connection_fee_cents }) => format.money(connection_fee_cents) },
  {
    title: 'Per minute',
    is: 'money',
    cell: ({ rate_per_minute_microcents }) => format.rate(rate_per_minute_microcents),
  },
];

export function RatesPage() {
  return (
    <Page title="Prices of calls">
      <FilteredList
        label="Prices"
        namesZone={false}
        queryKey={['rates']}
        filters={FILTERS}
        instead={({ called }) =>
          called === undefined && (
            <EmptyState icon={Search} text="Enter a number, or its first digits, to see the price per minute." />
          )
        }
        load={async ({ called = '', direction }, options) => {
          const { items } = await trunkline.billing.rates.list({ ...calledOf(called), direction }, options);
          return { items, next_cursor: null };
        }}
        columns={COLUMNS}
        rowKey={({ prefix, direction, number_type }) => [direction, prefix, number_type].join()}
        empty={<EmptyState text="No price matches these digits." />}
      />
    </Page>
  );
}
