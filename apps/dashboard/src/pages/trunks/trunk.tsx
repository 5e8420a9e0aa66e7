import {
  Button,
  Card,
  Grid,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
  NativeSelect,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SipTrunkDetail } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Facts } from '../../ui/facts';
import { EditProblem } from '../../ui/forms/edit-problem';
import { useEdit } from '../../ui/forms/use-edit';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { RouteState } from '../../ui/route-status';
import { When } from '../../ui/when';
import { TestCall } from '../calls/test-call';
import { Gateways } from './gateways';
import { TrunkActions } from './trunk-actions';
import { REGISTRATION, UnreachableTrunk } from './unreachable-trunk';
import {
  CODECS,
  DTMF_MODES,
  limitFault,
  MODE_OPTIONS,
  TRANSPORTS,
  trunkRequestOf,
  trunkValuesOf,
} from './trunk-values';

const route = getRouteApi('/signed-in/trunks/$id');

export function TrunkPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['trunks', id],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(id, { signal }),
  });
  return (
    <Page title={data?.name ?? 'SIP trunk'} actions={data && <TrunkActions trunk={data} />}>
      <Problem title="The trunk could not be loaded" error={error} retry={refetch} />
      {data ? <Details trunk={data} /> : !error && <Skeleton h={300} role="img" aria-label="Loading" />}
    </Page>
  );
}

function Details({ trunk }: { trunk: SipTrunkDetail }) {
  const may = useMay();
  const isReadOnly = !may('sip_trunks:write') || trunk.status === 'archived';
  return (
    <>
      <UnreachableTrunk trunk={trunk} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder h="100%">
            <Facts items={factsOf(trunk)} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder h="100%">
            <Settings trunk={trunk} isReadOnly={isReadOnly} />
          </Card>
        </Grid.Col>
      </Grid>
      {trunk.status === 'active' && <TestCall trunkId={trunk.id} />}
      <Card withBorder>
        <Gateways trunk={trunk} isReadOnly={isReadOnly} />
      </Card>
    </>
  );
}

function factsOf(trunk: SipTrunkDetail) {
  return [
    ['Status', <RouteState key="status" status={trunk.status} />],
    ['Numbers', format.count(trunk.number_count)],
    ['Routing profiles', format.count(trunk.profile_count)],
    ['Gateways', format.count(trunk.gateway_count)],
    ['Created', <When key="created" at={trunk.created_at} />],
    ['Last change', <When key="updated" at={trunk.updated_at} />],
    ['ID', trunk.id],
  ] as const;
}

function Settings({ trunk, isReadOnly }: { trunk: SipTrunkDetail; isReadOnly: boolean }) {
  const edit = useEdit(trunk, {
    valuesOf: trunkValuesOf,
    validate: { max_concurrent_calls: limitFault },
    save: (values, options) => trunkline.sipTrunks.update(trunk.id, trunkRequestOf(values), options),
    load: () => trunkline.sipTrunks.get(trunk.id),
    onSaved: () => refresh('trunks', 'routes'),
  });
  const { form } = edit;
  const field = (name: string) => ({ disabled: isReadOnly, ...form.getInputProps(name) });
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="sm">
        <Title order={2}>Settings</Title>
        <TextInput label="Name" {...field('name')} />
        <Switch
          label="Accepts calls"
          disabled={isReadOnly}
          {...form.getInputProps('is_enabled', { type: 'checkbox' })}
        />
        <NativeSelect
          label="Your system is identified by"
          description={form.values.registration_mode === 'register' ? REGISTRATION : undefined}
          data={MODE_OPTIONS}
          {...field('registration_mode')}
        />
        <Textarea
          label="Source networks"
          description="Addresses from which your system calls, one per line."
          autosize
          minRows={2}
          {...field('inbound_cidrs')}
        />
        <NativeSelect label="Transport" data={TRANSPORTS} {...field('transport')} />
        <TextInput
          label="Codecs"
          description={`In order of preference, of ${CODECS.join(', ')}.`}
          {...field('codec_preference')}
        />
        <NativeSelect label="Keypad digits (DTMF)" data={DTMF_MODES} {...field('dtmf_mode')} />
        <TextInput
          label="Caller ID of outbound calls (optional)"
          description="One of your numbers. Empty keeps what your system sends."
          {...field('caller_id_override')}
        />
        <TextInput
          label="Caller ID of calls that show no number (optional)"
          description="One of your numbers. For phones that send their user name, and callers that withhold their number."
          {...field('default_caller_id')}
        />
        <TextInput label="Maximum concurrent calls (optional)" inputMode="numeric" {...field('max_concurrent_calls')} />
        <EditProblem edit={edit} />
        {isReadOnly ? (
          <Text size="sm" c="dimmed">
            {trunk.status === 'archived' ? 'The trunk is archived.' : 'Your role cannot change trunks.'}
          </Text>
        ) : (
          <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        )}
      </Stack>
    </form>
  );
}
