import { Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { NumbersListQuery, PhoneNumber } from '@trunkline/client';
import { Hash, Search } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { type Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { ButtonLink, TextLink } from '../../ui/links';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { Page } from '../../ui/page';
import { NumberState, STATUS_OPTIONS } from './number-status';
import { RouteMany } from './route-many';
import { useRoutes } from './routes';

const route = getRouteApi('/signed-in/numbers');
const DIGITS_MIN = 3;
const ROUTING_OPTIONS = [
  { value: 'unrouted', label: 'Routes nowhere' },
  { value: 'past_due', label: 'Past due' },
  { value: 'release_scheduled', label: 'Release scheduled' },
];

const digitsOf = (text: string): string => text.replace(/\D/g, '');

type NumbersSearch = Texts<'q' | 'status' | 'routing' | 'sort' | 'order'>;

function queryOf({ q = '', status, routing, sort, order }: NumbersSearch): NumbersListQuery {
  const query = {
    sort: sort ?? 'assigned_at',
    order: order === 'asc' ? 'asc' : 'desc',
    ...(digitsOf(q).length >= DIGITS_MIN && { q: digitsOf(q) }),
    ...(status && { status: [status] }),
    ...(routing && { [routing]: true }),
  };
  // The API checks values that come from the address.
  return query as NumbersListQuery;
}

export function Numbers() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('numbers:write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const query = queryOf(search);
  const columns = useColumns();
  const isFiltered = Boolean(search.q ?? search.status ?? search.routing);
  const set = (change: NumbersSearch): void => {
    // What is not shown any more must not be routed.
    setChosen(new Set());
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  return (
    <Page
      title="Numbers"
      actions={
        <>
          <ButtonLink to="/numbers/orders" variant="default">
            Orders
          </ButtonLink>
          {mayChange && <ButtonLink to="/numbers/buy">Get a number</ButtonLink>}
        </>
      }
    >
      <Filters search={search} set={set} />
      {chosen.size > 0 && <RouteMany e164s={[...chosen]} onRouted={setChosen} />}
      <DataTable
        label="Numbers"
        columns={columns}
        queryKey={['numbers', query]}
        load={(cursor, signal) => trunkline.numbers.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ e164 }) => e164}
        selection={mayChange ? { chosen, onChoose: setChosen, nameOf: ({ e164 }) => e164 } : undefined}
        sorting={{ sort: query.sort ?? '', order: query.order ?? 'desc', onSort: set }}
        empty={
          isFiltered ? (
            <EmptyState text="No number matches the filters.">
              <TextLink to="/numbers">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState icon={Hash} text="The numbers that you buy are listed here.">
              {mayChange && <ButtonLink to="/numbers/buy">Get a number</ButtonLink>}
              <DocsLink page="numbers">About numbers</DocsLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Filters({ search, set }: { search: NumbersSearch; set: (change: NumbersSearch) => void }) {
  return (
    <Group align="end">
      <SearchField
        label="Digits"
        placeholder="At least three"
        data-search
        w={{ base: '100%', sm: 220 }}
        leftSection={<Search size={15} aria-hidden />}
        value={search.q}
        onSearch={(q) => set({ q: digitsOf(q).length >= DIGITS_MIN ? q : undefined })}
      />
      <Choice
        label="Status"
        none="Any"
        w={{ base: '47%', sm: 200 }}
        data={STATUS_OPTIONS}
        value={search.status}
        onChoose={(status) => set({ status })}
      />
      <Choice
        label="Attention"
        none="All numbers"
        w={{ base: '47%', sm: 200 }}
        data={ROUTING_OPTIONS}
        value={search.routing}
        onChoose={(routing) => set({ routing })}
      />
    </Group>
  );
}

function useColumns(): readonly Column<PhoneNumber>[] {
  const { nameOf } = useRoutes();
  return [
    {
      key: 'e164',
      title: 'Number',
      sorts: true,
      cell: (row) => (
        <>
          <TextLink to="/numbers/$e164" params={{ e164: row.e164 }} fw={550} fz="sm">
            <Phone value={row.e164} />
          </TextLink>
          {row.label && (
            <Text fz="xs" c="dimmed">
              {row.label}
            </Text>
          )}
        </>
      ),
    },
    { key: 'place', title: 'Area', cell: (row) => [row.city ?? row.region, row.country].filter(Boolean).join(', ') },
    { key: 'status', title: 'Status', cell: (row) => <NumberState number={row} /> },
    {
      key: 'routing',
      title: 'Routes to',
      cell: (row) =>
        nameOf(row) ?? (
          <Text span fz="inherit" c="dimmed">
            Nowhere
          </Text>
        ),
    },
    {
      key: 'assigned_at',
      title: 'Since',
      sorts: true,
      cell: (row) => <span className="whole">{format.day(row.assigned_at)}</span>,
    },
    {
      key: 'next_billing_at',
      title: 'Next charge',
      sorts: true,
      cell: (row) => <span className="whole">{format.day(row.next_billing_at)}</span>,
    },
    { key: 'price', title: 'Per month', end: true, cell: (row) => format.money(row.monthly_price_cents, row.currency) },
  ];
}
