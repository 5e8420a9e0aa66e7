import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { SipTrunk, SipTrunksListQuery } from '@trunkline/client';
import { Cable } from 'lucide-react';
import { format } from '../../format';
import type { Texts } from '../../router/search';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { SearchField } from '../../ui/forms/search-field';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { ROUTE_STATUS_OPTIONS, RouteState } from '../../ui/route-status';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { When } from '../../ui/when';
import { CreateTrunk } from './create-trunk';
import { MODES } from './trunk-values';

const route = getRouteApi('/signed-in/trunks');

type Search = Texts<'q' | 'status' | 'sort' | 'order'>;

function queryOf({ q, status, sort, order }: Search): SipTrunksListQuery {
  const query = {
    sort: sort ?? 'created_at',
    order: order === 'asc' ? 'asc' : 'desc',
    status: status ? [status] : ['active', 'disabled'],
    ...(q && { q }),
  };
  // The API checks values that come from the address.
  return query as SipTrunksListQuery;
}

const COLUMNS: readonly Column<SipTrunk>[] = [
  {
    key: 'name',
    title: 'Name',
    sorts: true,
    cell: ({ id, name }) => (
      <TextLink to="/trunks/$id" params={{ id }} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => <RouteState status={status} /> },
  { key: 'mode', title: 'Identified by', cell: ({ registration_mode }) => MODES[registration_mode] },
  { key: 'created_at', title: 'Created', sorts: true, cell: ({ created_at }) => <When at={created_at} /> },
  {
    key: 'limit',
    title: 'Concurrent calls',
    end: true,
    cell: ({ max_concurrent_calls: limit }) => (limit === null ? 'No limit' : format.count(limit)),
  },
];

export function Trunks() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('sip_trunks:write');
  const [isOpen, dialog] = useDisclosure();
  const query = queryOf(search);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="SIP trunks" actions={mayChange && <Button onClick={dialog.open}>Create a trunk</Button>}>
      <Filters search={search} set={set} />
      <DataTable
        label="SIP trunks"
        columns={COLUMNS}
        queryKey={['trunks', query]}
        load={(cursor, signal) => trunkline.sipTrunks.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        sorting={{ sort: query.sort ?? '', order: query.order ?? 'desc', onSort: set }}
        empty={
          (search.q ?? search.status) ? (
            <EmptyState text="No trunk matches the filters.">
              <TextLink to="/trunks">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState
              icon={Cable}
              text="A trunk connects your phone system to your numbers and to the phone network."
            >
              {mayChange && <Button onClick={dialog.open}>Create a trunk</Button>}
              <DocsLink page="sip-trunks">About SIP trunks</DocsLink>
            </EmptyState>
          )
        }
      />
      <CreateTrunk isOpen={isOpen} close={dialog.close} />
    </Page>
  );
}

function Filters({ search, set }: { search: Search; set: (change: Search) => void }) {
  return (
    <Group align="end">
      <SearchField
        label="Name contains"
        data-search
        w={{ base: '47%', sm: 220 }}
        value={search.q}
        onSearch={(q) => set({ q: q.trim() || undefined })}
      />
      <Choice
        label="Status"
        none="Not archived"
        w={{ base: '47%', sm: 180 }}
        data={ROUTE_STATUS_OPTIONS}
        value={search.status}
        onChoose={(status) => set({ status })}
      />
    </Group>
  );
}
