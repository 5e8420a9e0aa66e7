import { Card, Grid, NativeSelect, Skeleton, Switch, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { RoutingProfileDetail } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { EditForm } from '../../ui/forms/edit-form';
import { integerFault } from '../../ui/forms/faults';
import { useEdit } from '../../ui/forms/use-edit';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { ProfileActions } from './profile-actions';
import {
  profileRequestOf,
  type ProfileValues,
  profileValuesOf,
  type ReadProfile,
  STRATEGY_OPTIONS,
} from './profile-values';
import { Simulate } from './simulation';
import { Targets } from './targets';

const route = getRouteApi('/signed-in/routing/$id');

export function ProfilePage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['profiles', id],
    queryFn: ({ signal }) => trunkline.routingProfiles.get(id, { signal }),
  });
  return (
    <Page title={data?.profile.name ?? 'Routing profile'} actions={data && <ProfileActions profile={data.profile} />}>
      <Problem title="The profile could not be loaded" error={error} retry={refetch} />
      {data ? <Details detail={data} /> : !error && <Skeleton h={300} role="img" aria-label="Loading" />}
    </Page>
  );
}

function Details({ detail }: { detail: RoutingProfileDetail }) {
  const { profile } = detail;
  const isReadOnly = !useMay()('routing:write') || profile.status === 'archived';
  return (
    <>
      <Card withBorder>
        <Targets detail={detail} isReadOnly={isReadOnly} />
      </Card>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder h="100%">
            <Simulate detail={detail} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder h="100%">
            <Settings detail={detail} isReadOnly={isReadOnly} />
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Settings({ detail, isReadOnly }: { detail: RoutingProfileDetail; isReadOnly: boolean }) {
  const { id, status } = detail.profile;
  const edit = useEdit<ReadProfile, ProfileValues>(detail, {
    valuesOf: profileValuesOf,
    validate: { ring_timeout_s: integerFault, max_retries: integerFault },
    save: (values, options) => trunkline.routingProfiles.update(id, profileRequestOf(values), options),
    load: () => trunkline.routingProfiles.get(id),
    onSaved: () => refresh('profiles', 'routes'),
  });
  const { form } = edit;
  const field = (name: string) => ({ disabled: isReadOnly, ...form.getInputProps(name) });
  return (
    <EditForm
      edit={edit}
      readOnly={isReadOnly && (status === 'archived' ? 'The profile is archived.' : 'Your role cannot change routing.')}
    >
      <Title order={2}>Settings</Title>
      <TextInput label="Name" {...field('name')} />
      <Switch label="Accepts calls" disabled={isReadOnly} {...form.getInputProps('is_enabled', { type: 'checkbox' })} />
      <NativeSelect label="Targets are called" data={STRATEGY_OPTIONS} {...field('strategy')} />
      <TextInput label="Ringing time, in seconds" inputMode="numeric" {...field('ring_timeout_s')} />
      <TextInput
        label="Further passes"
        description="After all targets failed for technical reasons."
        inputMode="numeric"
        {...field('max_retries')}
      />
    </EditForm>
  );
}
