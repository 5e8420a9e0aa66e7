import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { defaults, type RouteSort, type RoutingProfile, type RoutingProfileCreateRequest } from '@trunkline/client';
import { Split } from 'lucide-react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { RouteState, routeStatusFilter } from '../../ui/feedback/route-status';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { STRATEGIES, strategy } from './profile-settings';

const FILTERS = {
  status: routeStatusFilter('Status'),
  strategy: filters.oneOf(filters.choice('Targets are called', STRATEGIES, { none: 'Any order' })),
};

const COLUMNS: readonly Column<RoutingProfile, RouteSort>[] = [
  {
    title: 'Name',
    sorts: 'name',
    cell: ({ id, name }) => (
      <TextLink to="/routing/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'Status', is: 'state', cell: ({ status }) => <RouteState status={status} /> },
  { title: 'Targets are called', cell: ({ strategy }) => STRATEGIES[strategy] },
  { title: 'Targets', is: 'count', cell: ({ target_count }) => format.count(target_count) },
  { title: 'Numbers', is: 'count', cell: ({ number_count }) => format.count(number_count) },
];

export function Profiles() {
  const may = useMay();
  const [isOpen, dialog] = useDisclosure();
  const create = may('routing:write') && <Button onClick={dialog.open}>Create a profile</Button>;
  return (
    <Page title="Routing profiles" actions={create} restricted={!may('routing:read') && 'see routing profiles'}>
      <FilteredList
        label="Routing profiles"
        namesZone={false}
        queryKey={['profiles']}
        filters={FILTERS}
        sort="created_at"
        load={(query, options) => trunkline.routingProfiles.list(query, options)}
        columns={COLUMNS}
        none="No profile matches the filters."
        empty={
          <EmptyState icon={Split} text="A profile sends calls to several targets: by time, by caller, or in turn.">
            {create}
            <DocsLink page="routing-profiles">About routing profiles</DocsLink>
          </EmptyState>
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create a routing profile">
        <CreateProfile />
      </Dialog>
    </Page>
  );
}

const NEW_PROFILE = { name: fields.name(), strategy } satisfies FieldsFor<RoutingProfileCreateRequest>;

function CreateProfile() {
  const navigate = useNavigate();
  return (
    <SubmitForm
      fields={NEW_PROFILE}
      start={defaults.RoutingProfileCreateRequest}
      label="Create"
      send={(body) => trunkline.routingProfiles.create(body)}
      reloads={['profiles', 'routes']}
      onSent={({ profile }) => navigate({ to: '/routing/$id', params: { id: profile.id } })}
    />
  );
}
