import { Grid, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { WebrtcUser, WebrtcUserUpdateRequest } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import { status } from '../../ui/forms/toggles';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { RouteState } from '../../ui/feedback/route-status';
import { When } from '../../ui/when';
import { Softphone } from './softphone/softphone';
import { NEW_USER } from './user-fields';

const route = getRouteApi('/signed-in/webrtc-users/$id');

export function WebrtcUserPage() {
  const { id } = route.useParams();
  const mayRead = useMay()('routing:read');
  const query = useQuery({
    queryKey: ['webrtc-users', id],
    queryFn: ({ signal }) => trunkline.webrtcUsers.get(id, { signal }),
    enabled: mayRead,
  });
  return (
    <Page
      title={query.data?.name ?? 'WebRTC user'}
      actions={query.data && <Delete user={query.data} />}
      restricted={!mayRead && 'see WebRTC users'}
    >
      <Loaded query={query} title="The user could not be loaded">
        {(user) => <Details user={user} />}
      </Loaded>
    </Page>
  );
}

function Details({ user }: { user: WebrtcUser }) {
  const isReadOnly = !useMay()('routing:write');
  return (
    <Grid>
      <Panel span={5}>
        <Facts
          items={[
            ['Status', <RouteState key="status" status={user.status} />],
            ['Created', <When exact key="created" at={user.created_at} />],
            ['Last change', <When exact key="updated" at={user.updated_at} />],
            ['ID', <Id key="id" value={user.id} />],
          ]}
        />
      </Panel>
      <Panel span={7}>
        <Settings user={user} isReadOnly={isReadOnly} />
      </Panel>
      {!isReadOnly && (
        <Grid.Col span={12}>
          <Panel tinted>
            <Softphone user={user} />
          </Panel>
        </Grid.Col>
      )}
    </Grid>
  );
}

const USER = {
  ...NEW_USER,
  status: status('Makes and receives calls'),
} satisfies FieldsFor<WebrtcUserUpdateRequest>;

function Settings({ user, isReadOnly }: { user: WebrtcUser; isReadOnly: boolean }) {
  return (
    <EditForm
      fields={USER}
      row={user}
      save={(changes, options) => trunkline.webrtcUsers.update(user.id, changes, options)}
      load={() => trunkline.webrtcUsers.get(user.id)}
      reloads={['webrtc-users']}
      readOnly={isReadOnly && 'Your role cannot change WebRTC users.'}
      above={<Title order={2}>Settings</Title>}
    />
  );
}

function Delete({ user: { id, name } }: { user: WebrtcUser }) {
  const navigate = useNavigate();
  if (!useMay()('routing:write')) return null;
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${name}`}
      text="Routing targets that lead to the user are disabled. Its browsers cannot register again."
      typed={name}
      action={async () => {
        await trunkline.webrtcUsers.delete(id, { force: true });
        await refresh('webrtc-users', 'profiles');
        await navigate({ to: '/webrtc-users' });
      }}
    />
  );
}
