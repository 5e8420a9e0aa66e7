import { Group, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Cdr, CdrsListQuery } from '@trunkline/client';
import { PhoneCall } from 'lucide-react';
import { format, words } from '../../format';
import { Caller, Phone } from '../../format/phone';
import { type Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { TextLink } from '../../ui/links';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { Page } from '../../ui/page';
import { When } from '../../ui/when';
import { CallVolume } from './call-volume';
import { CallResult } from './call-result';

const route = getRouteApi('/signed-in/calls');
const E164 = /^\+[1-9]\d{6,14}$/;

type Search = Texts<'direction' | 'answered' | 'number' | 'from' | 'to' | 'sort' | 'order'>;

function queryOf(search: Search): CdrsListQuery {
  const { direction, answered, number, from, to, sort, order } = search;
  const query = {
    sort: sort ?? 'started_at',
    order: order === 'asc' ? 'asc' : 'desc',
    ...(direction && { direction }),
    ...(answered && { answered: answered === 'yes' }),
    ...(number && E164.test(number) && { e164: number }),
    ...(from && { from: format.startOfDay(from) }),
    ...(to && { to: format.startOfDay(to, 1) }),
  };
  // The API checks values that come from the address.
  return query as CdrsListQuery;
}

export function Calls() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = queryOf(search);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isFiltered = Boolean(search.direction ?? search.answered ?? search.number ?? search.from ?? search.to);
  return (
    <Page title="Calls">
      {!isFiltered && <CallVolume />}
      <Filters search={search} set={set} />
      <DataTable
        label="Calls"
        columns={COLUMNS}
        queryKey={['calls', query]}
        load={(cursor, signal) => trunkline.cdrs.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        sorting={{ sort: query.sort ?? '', order: query.order ?? 'desc', onSort: set }}
        empty={
          isFiltered ? (
            <EmptyState text="No call matches the filters.">
              <TextLink to="/calls">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState icon={PhoneCall} text="The calls of your numbers and trunks are listed here, with their price.">
              <DocsLink page="call-records">About call records</DocsLink>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Cdr>[] = [
  {
    key: 'started_at',
    title: 'Started',
    sorts: true,
    cell: ({ id, started_at }) => (
      <TextLink to="/calls/$id" params={{ id }} fz="sm">
        <When at={started_at} />
      </TextLink>
    ),
  },
  { key: 'direction', title: 'Direction', cell: ({ direction }) => words(direction) },
  { key: 'caller', title: 'From', cell: (call) => <Caller call={call} /> },
  { key: 'callee', title: 'To', cell: ({ callee }) => <Phone value={callee} /> },
  { key: 'result', title: 'Result', cell: ({ hangup_cause }) => <CallResult cause={hangup_cause} /> },
  {
    key: 'billable_duration_s',
    title: 'Duration',
    sorts: true,
    end: true,
    cell: ({ billable_duration_s }) => format.duration(billable_duration_s),
  },
  {
    key: 'customer_total_cents',
    title: 'Cost',
    sorts: true,
    end: true,
    cell: ({ customer_total_cents, currency }) => format.money(customer_total_cents, currency),
  },
];

function Filters({ search, set }: { search: Search; set: (change: Search) => void }) {
  return (
    <Group align="end">
      <SearchField
        label="Your number"
        placeholder="+1 212 555 0100"
        data-search
        w={{ base: '100%', sm: 180 }}
        value={search.number}
        onSearch={(text) => {
          const number = `+${text.replace(/\D/g, '')}`;
          set({ number: E164.test(number) ? number : undefined });
        }}
      />
      <Choice
        label="Direction"
        none="Both"
        w={{ base: '47%', sm: 140 }}
        data={[
          { value: 'inbound', label: 'Inbound' },
          { value: 'outbound', label: 'Outbound' },
        ]}
        value={search.direction}
        onChoose={(value) => set({ direction: value })}
      />
      <Choice
        label="Answered"
        none="Either"
        w={{ base: '47%', sm: 140 }}
        data={[
          { value: 'yes', label: 'Answered' },
          { value: 'no', label: 'Not answered' },
        ]}
        value={search.answered}
        onChoose={(value) => set({ answered: value })}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={words(name)}
          w={{ base: '47%', sm: 150 }}
          value={search[name] ?? ''}
          onChange={(event) => set({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </Group>
  );
}
