import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SipTrunkDetail, TrunkStatus } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded } from '../../ui/feedback/loaded';
import { StatusMark } from '../../ui/feedback/status-mark';
import { Id } from '../../ui/id';
import { Facts } from '../../ui/layout/facts';
import { later } from '../../ui/later';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { TextLink } from '../../ui/links';
import { part } from '../../ui/part';
import { When } from '../../ui/when';
import { Connect } from './connect/connect';
import { trunkHealth } from './gateways/gateway-health';
import { type Test, TestButton, useGatewayTest } from './gateways/gateway-test';
import { Gateways } from './gateways/gateways';
import { RefusedSources } from './connect/refused-sources';
import { Registrations } from './registrations';
import { MODES } from './sip-texts';
import { TrunkActions } from './trunk-actions';
import { TrunkNumbers } from './trunk-numbers';
import { RouteWarnings } from './unreachable-trunk';
import { STATUS_RELOAD_MS, useTrunkStatus } from './use-trunk-status';

const route = getRouteApi('/signed-in/trunks/$id');

const TestResults = part(async () => (await import('./gateways/test-results')).TestResults);
const TrunkRejections = later(async () => (await import('./trunk-rejections')).TrunkRejections);
const SimulateCall = later(async () => (await import('./simulate-call')).SimulateCall, 100);
const TestCall = later(async () => (await import('./test-call')).TestCall);
const TrunkSettings = later(async () => (await import('./trunk-settings')).TrunkSettings, 1600);

export function TrunkPage() {
  const { id } = route.useParams();
  const may = useMay();
  const query = useQuery({
    queryKey: ['trunks', id],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(id, { signal }),
    // Its warnings depend on what registers meanwhile.
    refetchInterval: STATUS_RELOAD_MS,
  });
  const { data: status } = useTrunkStatus(id);
  const test = useGatewayTest();
  const [password, setPassword] = useState<string | null>(null);
  const { data: trunk } = query;
  const health = trunk ? trunkHealth(trunk, status) : null;
  const canTest = trunk && trunk.gateway_count > 0 && trunk.status !== 'archived' && may('sip_trunks:write');
  return (
    <Page
      title={trunk?.name ?? 'SIP trunk'}
      state={health && <StatusMark {...health} />}
      meta={trunk && <Meta trunk={trunk} status={status} />}
      actions={
        trunk && (
          <>
            <TrunkActions trunk={trunk} onPassword={setPassword} />
            {canTest && <TestButton trunkId={id} test={test} />}
          </>
        )
      }
    >
      <Loaded query={query} title="The trunk could not be loaded">
        {(loaded) => <Details trunk={loaded} test={test} password={password} />}
      </Loaded>
    </Page>
  );
}

/** What uses the trunk, and how busy it is. */
function Meta({ trunk, status }: { trunk: SipTrunkDetail; status: TrunkStatus | undefined }) {
  const { id, max_concurrent_calls, registration_mode } = trunk;
  const mayReadCalls = useMay()('cdrs:read');
  return (
    <>
      <TrunkNumbers trunk={trunk} />
      {status && (
        <span>
          {max_concurrent_calls === null
            ? `${format.count(status.active_calls)} ${status.active_calls === 1 ? 'call' : 'calls'} now`
            : `${format.count(status.active_calls)} of ${format.count(max_concurrent_calls)} calls at once`}
        </span>
      )}
      {mayReadCalls && (
        <TextLink to="/calls" search={{ trunk: id }}>
          Calls of this trunk
        </TextLink>
      )}
      <span>Identified by {MODES[registration_mode].toLowerCase()}</span>
    </>
  );
}

interface DetailsProps {
  readonly trunk: SipTrunkDetail;
  readonly test: Test;
  readonly password: string | null;
}

function Details({ trunk, test, password }: DetailsProps) {
  const may = useMay();
  const isArchived = trunk.status === 'archived';
  const isReadOnly = !may('sip_trunks:write') || isArchived;
  const isRegistering = trunk.registration_mode === 'register';
  return (
    <Stack gap={40}>
      <RouteWarnings warnings={trunk.warnings} />
      {isRegistering && !isArchived && (
        <Panel>
          <Registrations trunk={trunk} />
        </Panel>
      )}
      <Panel>
        <Gateways trunk={trunk} isReadOnly={isReadOnly} />
      </Panel>
      {!test.isIdle && <TestResults test={test} />}
      {!isRegistering && !isArchived && may('cdrs:read') && <RefusedSources trunk={trunk} isReadOnly={isReadOnly} />}
      {!isArchived && <Connect trunk={trunk} password={password} />}
      {may('cdrs:read') && <TrunkRejections trunkId={trunk.id} />}
      {trunk.status === 'active' && <TestCall trunkId={trunk.id} />}
      {!isArchived && (
        <Panel title="Simulate a call" tinted>
          <SimulateCall trunk={trunk} />
        </Panel>
      )}
      <Panel>
        <TrunkSettings trunk={trunk} isReadOnly={isReadOnly} />
      </Panel>
      <Panel title="Details">
        <Facts items={factsOf(trunk)} />
      </Panel>
    </Stack>
  );
}

function factsOf({ gateway_count, created_at, updated_at, id }: SipTrunkDetail) {
  return [
    ['Gateways', format.count(gateway_count)],
    ['Created', <When exact key="created" at={created_at} />],
    ['Last change', <When exact key="updated" at={updated_at} />],
    ['ID', <Id key="id" value={id} />],
  ] as const;
}
