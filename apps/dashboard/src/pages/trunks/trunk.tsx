import { Grid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SipTrunkDetail, TrunkStatus } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { Facts } from '../../ui/layout/facts';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { RouteState } from '../../ui/feedback/route-status';
import { StatusMark } from '../../ui/feedback/status-mark';
import { When } from '../../ui/when';
import { Gateways } from './gateways';
import { Registrations } from './registrations';
import { SimulateCall } from './simulate-call';
import { TestCall } from './test-call';
import { TrunkActions } from './trunk-actions';
import { TrunkSettings } from './trunk-settings';
import { RouteWarnings } from './unreachable-trunk';
import { STATUS_RELOAD_MS, useTrunkStatus } from './use-trunk-status';

const route = getRouteApi('/signed-in/trunks/$id');

export function TrunkPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['trunks', id],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(id, { signal }),
    // Its warnings depend on what registers meanwhile.
    refetchInterval: STATUS_RELOAD_MS,
  });
  return (
    <Page title={query.data?.name ?? 'SIP trunk'} actions={query.data && <TrunkActions trunk={query.data} />}>
      <Loaded query={query} title="The trunk could not be loaded">
        {(trunk) => <Details trunk={trunk} />}
      </Loaded>
    </Page>
  );
}

function Details({ trunk }: { trunk: SipTrunkDetail }) {
  const may = useMay();
  const { data: status } = useTrunkStatus(trunk.id);
  const isReadOnly = !may('sip_trunks:write') || trunk.status === 'archived';
  return (
    <>
      <RouteWarnings warnings={trunk.warnings} />
      {trunk.registration_mode === 'register' && trunk.status !== 'archived' && (
        <Panel>
          <Registrations trunk={trunk} />
        </Panel>
      )}
      <Panel>
        <Gateways trunk={trunk} isReadOnly={isReadOnly} />
      </Panel>
      {trunk.status === 'active' && <TestCall trunkId={trunk.id} />}
      {trunk.status !== 'archived' && <SimulateCall trunk={trunk} />}
      <Grid>
        <Panel span={5}>
          <Facts items={factsOf(trunk, status)} />
        </Panel>
        <Panel span={7}>
          <TrunkSettings trunk={trunk} isReadOnly={isReadOnly} />
        </Panel>
      </Grid>
    </>
  );
}

function factsOf(trunk: SipTrunkDetail, status: TrunkStatus | undefined) {
  return [
    ['Status', <RouteState key="status" status={trunk.status} />],
    ...(trunk.registration_mode === 'register' && status?.registration
      ? ([['Registration', <Registered key="registered" {...status.registration} />]] as const)
      : []),
    ['Calls in progress', status ? format.count(status.active_calls) : '–'],
    ['Numbers', format.count(trunk.number_count)],
    ['Routing profiles', format.count(trunk.profile_count)],
    ['Gateways', format.count(trunk.gateway_count)],
    ['Created', <When exact key="created" at={trunk.created_at} />],
    ['Last change', <When exact key="updated" at={trunk.updated_at} />],
    ['ID', trunk.id],
  ] as const;
}

function Registered({ registered }: { registered: boolean }) {
  return <StatusMark state={registered ? 'ok' : 'idle'} text={registered ? 'Registered' : 'Not registered'} />;
}
