import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { WebrtcUser, WebrtcUsersListQuery } from '@trunkline/client';
import { Headset } from 'lucide-react';
import { Phone } from '../../format/phone';
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
import { CreateUser } from './create-user';

const route = getRouteApi('/signed-in/webrtc-users');

type Search = Texts<'q' | 'status' | 'sort' | 'order'>;

function queryOf({ q, status, sort, order }: Search): WebrtcUsersListQuery {
  const query = {
    sort: sort ?? 'created_at',
    order: order === 'asc' ? 'asc' : 'desc',
    ...(status && { status: [status] }),
    ...(q && { q }),
  };
  // The API checks values that come from the address.
  return query as WebrtcUsersListQuery;
}

const COLUMNS: readonly Column<WebrtcUser>[] = [
  {
    key: 'name',
    title: 'Name',
    sorts: true,
    cell: ({ id, name }) => (
      <TextLink to="/webrtc-users/$id" params={{ id }} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => <RouteState status={status} /> },
  {
    key: 'caller_id',
    title: 'Default caller ID',
    cell: ({ default_caller_id }) => <Phone value={default_caller_id} none="No caller ID" />,
  },
  { key: 'created_at', title: 'Created', sorts: true, cell: ({ created_at }) => <When at={created_at} /> },
];

export function WebrtcUsers() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('routing:write');
  const [isOpen, dialog] = useDisclosure();
  const query = queryOf(search);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const create = mayChange && <Button onClick={dialog.open}>Create a user</Button>;
  return (
    <Page title="WebRTC users" actions={create}>
      <Filters search={search} set={set} />
      <DataTable
        label="WebRTC users"
        columns={COLUMNS}
        queryKey={['webrtc-users', query]}
        load={(cursor, signal) => trunkline.webrtcUsers.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        sorting={{ sort: query.sort ?? '', order: query.order ?? 'desc', onSort: set }}
        empty={
          (search.q ?? search.status) ? (
            <EmptyState text="No user matches the filters.">
              <TextLink to="/webrtc-users">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState icon={Headset} text="A WebRTC user makes and receives calls in a browser, without a phone.">
              {create}
              <DocsLink page="webrtc-users">About WebRTC users</DocsLink>
            </EmptyState>
          )
        }
      />
      <CreateUser isOpen={isOpen} close={dialog.close} />
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
        none="Any"
        w={{ base: '47%', sm: 180 }}
        data={ROUTE_STATUS_OPTIONS.filter(({ value }) => value !== 'archived')}
        value={search.status}
        onChoose={(status) => set({ status })}
      />
    </Group>
  );
}
