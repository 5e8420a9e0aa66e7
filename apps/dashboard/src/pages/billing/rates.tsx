import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { BillingRatesListQuery, Rate } from '@trunkline/client';
import { Search } from 'lucide-react';
import { format, words } from '../../format';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { Page } from '../../ui/page';
import { type Column, DataTable } from '../../ui/tables/data-table';

const route = getRouteApi('/signed-in/billing/rates');
const NUMBER = /^\+[1-9]\d{6,14}$/;

type SearchTexts = Texts<'called' | 'direction'>;

/** A whole number gets its price, fewer digits those of all destinations that begin with them. */
function queryOf(digits: string, direction: string | undefined): BillingRatesListQuery {
  const called = NUMBER.test(`+${digits}`) ? { to: `+${digits}` } : { prefix: digits };
  // The API checks values that come from the address.
  return { ...called, ...(direction && { direction }) } as BillingRatesListQuery;
}

const COLUMNS: readonly Column<Rate>[] = [
  { key: 'description', title: 'Destination', cell: ({ description }) => description },
  { key: 'prefix', title: 'Prefix', cell: ({ prefix }) => (prefix === '' ? 'All numbers' : `+${prefix}`) },
  { key: 'direction', title: 'Direction', cell: ({ direction }) => words(direction) },
  { key: 'type', title: 'Your number', cell: ({ number_type }) => (number_type === null ? 'Any' : words(number_type)) },
  {
    key: 'increment',
    title: 'Billing increment',
    cell: ({ increment: { first_s, next_s } }) => `${first_s} s, then ${next_s} s`,
  },
  {
    key: 'fee',
    title: 'Connection fee',
    end: true,
    cell: ({ connection_fee_cents }) => format.money(connection_fee_cents),
  },
  {
    key: 'rate',
    title: 'Per minute',
    end: true,
    cell: ({ rate_per_minute_microcents }) => format.rate(rate_per_minute_microcents),
  },
];

export function RatesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: SearchTexts): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const query = search.called === undefined ? null : queryOf(search.called, search.direction);
  return (
    <Page title="Prices of calls">
      <Group align="end">
        <SearchField
          label="Number or its first digits"
          placeholder="+44 20 7946 0000"
          data-search
          w={{ base: '100%', sm: 240 }}
          value={search.called}
          onSearch={(text) => set({ called: text.replace(/\D/g, '') || undefined })}
        />
        <Choice
          label="Direction"
          none="Both"
          w={{ base: '47%', sm: 140 }}
          data={['outbound', 'inbound'].map((value) => ({ value, label: words(value) }))}
          value={search.direction}
          onChoose={(direction) => set({ direction })}
        />
      </Group>
      {query === null ? (
        <EmptyState icon={Search} text="Enter a number, or its first digits, to see the price per minute." />
      ) : (
        <DataTable
          label="Prices"
          columns={COLUMNS}
          queryKey={['rates', query]}
          load={async (_cursor, signal) => ({
            ...(await trunkline.billing.rates.list(query, { signal })),
            next_cursor: null,
          })}
          rowKey={({ prefix, direction, number_type }) => [direction, prefix, number_type].join()}
          empty={<EmptyState text="No price matches these digits." />}
        />
      )}
    </Page>
  );
}
