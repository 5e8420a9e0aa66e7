import { Card, Grid, Skeleton, Switch, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { WebrtcUser } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Facts } from '../../ui/facts';
import { EditForm } from '../../ui/forms/edit-form';
import { nameFault } from '../../ui/forms/faults';
import { useEdit } from '../../ui/forms/use-edit';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { RouteState } from '../../ui/route-status';
import { When } from '../../ui/when';
import { CallerId } from './caller-id';
import { Softphone } from './softphone/softphone';
import { requestOf, valuesOf } from './user-values';

const route = getRouteApi('/signed-in/webrtc-users/$id');

export function WebrtcUserPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['webrtc-users', id],
    queryFn: ({ signal }) => trunkline.webrtcUsers.get(id, { signal }),
  });
  return (
    <Page title={data?.name ?? 'WebRTC user'} actions={data && <Delete user={data} />}>
      <Problem title="The user could not be loaded" error={error} retry={refetch} />
      {data ? <Details user={data} /> : !error && <Skeleton h={300} role="img" aria-label="Loading" />}
    </Page>
  );
}

function Details({ user }: { user: WebrtcUser }) {
  const isReadOnly = !useMay()('routing:write');
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Card withBorder h="100%">
          <Facts
            items={[
              ['Status', <RouteState key="status" status={user.status} />],
              ['Created', <When key="created" at={user.created_at} />],
              ['Last change', <When key="updated" at={user.updated_at} />],
              ['ID', user.id],
            ]}
          />
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Card withBorder h="100%">
          <Settings user={user} isReadOnly={isReadOnly} />
        </Card>
      </Grid.Col>
      {!isReadOnly && (
        <Grid.Col span={12}>
          <Card withBorder>
            <Softphone user={user} />
          </Card>
        </Grid.Col>
      )}
    </Grid>
  );
}

function Settings({ user, isReadOnly }: { user: WebrtcUser; isReadOnly: boolean }) {
  const edit = useEdit(user, {
    valuesOf,
    validate: { name: nameFault },
    save: ({ is_enabled, ...values }, options) =>
      trunkline.webrtcUsers.update(
        user.id,
        { ...requestOf(values), status: is_enabled ? 'active' : 'disabled' },
        options,
      ),
    load: () => trunkline.webrtcUsers.get(user.id),
    onSaved: () => refresh('webrtc-users'),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} readOnly={isReadOnly && 'Your role cannot change WebRTC users.'}>
      <Title order={2}>Settings</Title>
      <TextInput label="Name" disabled={isReadOnly} {...form.getInputProps('name')} />
      <CallerId disabled={isReadOnly} {...form.getInputProps('default_caller_id')} />
      <Switch
        label="Makes and receives calls"
        disabled={isReadOnly}
        {...form.getInputProps('is_enabled', { type: 'checkbox' })}
      />
    </EditForm>
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
