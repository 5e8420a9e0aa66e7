import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RoutingProfile, RoutingProfilesListQuery, RoutingStrategy } from '@trunkline/client';
import { Split } from 'lucide-react';
import { format } from '../../format';
import type { Texts } from '../../router/search';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Dialog } from '../../ui/dialogs/dialog';
import { nameFault } from '../../ui/forms/faults';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Choice } from '../../ui/forms/choice';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { ROUTE_STATUS_OPTIONS, RouteState } from '../../ui/route-status';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { STRATEGIES, STRATEGY_OPTIONS } from './profile-values';

const route = getRouteApi('/signed-in/routing');

type Search = Texts<'status' | 'strategy' | 'sort' | 'order'>;

function queryOf({ status, strategy, sort, order }: Search): RoutingProfilesListQuery {
  const query = {
    sort: sort ?? 'created_at',
    order: order === 'asc' ? 'asc' : 'desc',
    status: status ? [status] : ['active', 'disabled'],
    ...(strategy && { strategy: [strategy] }),
  };
  // The API checks values that come from the address.
  return query as RoutingProfilesListQuery;
}

const COLUMNS: readonly Column<RoutingProfile>[] = [
  {
    key: 'name',
    title: 'Name',
    sorts: true,
    cell: ({ id, name }) => (
      <TextLink to="/routing/$id" params={{ id }} fz="sm" fw={550}>
        {name}
      </TextLink>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => <RouteState status={status} /> },
  { key: 'strategy', title: 'Targets are called', cell: ({ strategy }) => STRATEGIES[strategy] },
  { key: 'targets', title: 'Targets', end: true, cell: ({ target_count }) => format.count(target_count) },
  { key: 'numbers', title: 'Numbers', end: true, cell: ({ number_count }) => format.count(number_count) },
];

export function Profiles() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay()('routing:write');
  const [isOpen, dialog] = useDisclosure();
  const query = queryOf(search);
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="Routing profiles" actions={mayChange && <Button onClick={dialog.open}>Create a profile</Button>}>
      <Group align="end">
        <Choice
          label="Status"
          none="Not archived"
          w={{ base: '47%', sm: 180 }}
          data={ROUTE_STATUS_OPTIONS}
          value={search.status}
          onChoose={(status) => set({ status })}
        />
        <Choice
          label="Targets are called"
          none="Any order"
          w={{ base: '47%', sm: 200 }}
          data={STRATEGY_OPTIONS}
          value={search.strategy}
          onChoose={(strategy) => set({ strategy })}
        />
      </Group>
      <DataTable
        label="Routing profiles"
        columns={COLUMNS}
        queryKey={['profiles', query]}
        load={(cursor, signal) => trunkline.routingProfiles.list({ ...query, ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        sorting={{ sort: query.sort ?? '', order: query.order ?? 'desc', onSort: set }}
        empty={
          (search.status ?? search.strategy) ? (
            <EmptyState text="No profile matches the filters.">
              <TextLink to="/routing">Clear the filters</TextLink>
            </EmptyState>
          ) : (
            <EmptyState icon={Split} text="A profile sends calls to several targets: by time, by caller, or in turn.">
              {mayChange && <Button onClick={dialog.open}>Create a profile</Button>}
              <DocsLink page="routing-profiles">About routing profiles</DocsLink>
            </EmptyState>
          )
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create a routing profile">
        <CreateProfile />
      </Dialog>
    </Page>
  );
}

function CreateProfile() {
  const navigate = useNavigate();
  const form = useForm<{ name: string; strategy: RoutingStrategy }>({
    initialValues: { name: '', strategy: 'failover' },
    validate: { name: nameFault },
  });
  const submit = useSubmit(
    form,
    ({ name, strategy }) => trunkline.routingProfiles.create({ name: name.trim(), strategy }),
    async ({ profile }) => {
      await refresh('profiles', 'routes');
      await navigate({ to: '/routing/$id', params: { id: profile.id } });
    },
  );
  return (
    <SubmitForm submit={submit} label="Create">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect label="Targets are called" data={STRATEGY_OPTIONS} {...form.getInputProps('strategy')} />
    </SubmitForm>
  );
}
