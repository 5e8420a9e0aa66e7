import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { defaults, type RouteSort, type WebrtcUser } from '@trunkline/client';
import { WEBRTC_USER_STATUSES } from '@trunkline/client/lists';
import { Headset } from 'lucide-react';
import { worded } from '../../format/lists';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { SubmitForm } from '../../ui/forms/submit-form';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { RouteState } from '../../ui/feedback/route-status';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { When } from '../../ui/when';
import { NEW_USER } from './user-fields';

const FILTERS = {
  q: filters.text('Name contains', { isSearch: true, w: filters.full(220), max: 64 }),
  status: filters.oneOf(filters.choice('Status', worded(WEBRTC_USER_STATUSES), { none: 'Any' })),
};

const COLUMNS: readonly Column<WebrtcUser, RouteSort>[] = [
  {
    title: 'Name',
    sorts: 'name',
    cell: ({ id, name }) => (
      <TextLink to="/webrtc-users/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'Status', is: 'state', cell: ({ status }) => <RouteState status={status} /> },
  {
    title: 'Default caller ID',
    cell: ({ default_caller_id }) => <Phone value={default_caller_id} none="No caller ID" />,
  },
  { title: 'Created', optional: true, sorts: 'created_at', cell: ({ created_at }) => <When at={created_at} /> },
];

export function WebrtcUsers() {
  const may = useMay();
  const [isOpen, dialog] = useDisclosure();
  const create = may('routing:write') && <Button onClick={dialog.open}>Create a user</Button>;
  return (
    <Page title="WebRTC users" actions={create} restricted={!may('routing:read') && 'see WebRTC users'}>
      <FilteredList
        label="WebRTC users"
        queryKey={['webrtc-users']}
        filters={FILTERS}
        sort="created_at"
        load={(query, options) => trunkline.webrtcUsers.list(query, options)}
        columns={COLUMNS}
        none="No user matches the filters."
        empty={
          <EmptyState icon={Headset} text="A WebRTC user makes and receives calls in a browser, without a phone.">
            {create}
            <DocsLink page="webrtc-users">About WebRTC users</DocsLink>
          </EmptyState>
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create a WebRTC user">
        <CreateUser close={dialog.close} />
      </Dialog>
    </Page>
  );
}

function CreateUser({ close }: { close: () => void }) {
  const navigate = useNavigate();
  return (
    <SubmitForm
      fields={NEW_USER}
      start={defaults.WebrtcUserCreateRequest}
      label="Create"
      send={(body) => trunkline.webrtcUsers.create(body)}
      reloads={['webrtc-users']}
      onSent={async ({ id }) => {
        close();
        await navigate({ to: '/webrtc-users/$id', params: { id } });
      }}
    />
  );
}
