import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SipTrunkDetail, TrunkStatus } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { StatusMark } from '../../ui/feedback/status-mark';
import { Page } from '../../ui/layout/page';
import { type PagePart, PageParts } from '../../ui/layout/page-parts';
import { part } from '../../ui/part';
import { trunkHealth } from './gateways/gateway-health';
import { TestButton, useGatewayTest } from './gateways/gateway-test';
import { MODES } from './sip-texts';
import type { ConnectionProps } from './tabs/connection';
import { TrunkActions } from './trunk-actions';
import { RouteWarnings } from './unreachable-trunk';
import { STATUS_RELOAD_MS, useTrunkStatus } from './use-trunk-status';

const route = getRouteApi('/signed-in/trunks/$id');

/** A trunk with what the page keeps while its parts change. */
interface ShownTrunk extends ConnectionProps {
  /** The choice of the chart of calls, as the address has it. */
  readonly days: string | undefined;
}

const LOADING = <Loading height={400} />;

const Connection = part(async () => (await import('./tabs/connection')).Connection, LOADING);
const TrunkNumbers = part(async () => (await import('./tabs/trunk-numbers')).TrunkNumbers, LOADING);
const TrunkCalls = part(async () => (await import('./tabs/trunk-calls')).TrunkCalls, LOADING);
const TrunkSettings = part(async () => (await import('./tabs/trunk-settings')).TrunkSettings, LOADING);

const PARTS: readonly PagePart<ShownTrunk>[] = [
  { text: 'Connection', draw: (shown) => <Connection {...shown} /> },
  {
    text: 'Numbers',
    show: 'numbers',
    needs: 'numbers:read',
    count: ({ trunk }) => format.count(numbersOf(trunk)),
    draw: ({ trunk }) => <TrunkNumbers trunk={trunk} />,
  },
  { text: 'Calls', show: 'calls', draw: ({ trunk, days }) => <TrunkCalls trunk={trunk} days={days} /> },
  {
    text: 'Settings',
    show: 'settings',
    draw: ({ trunk, isReadOnly }) => <TrunkSettings trunk={trunk} isReadOnly={isReadOnly} />,
  },
];

/** How many numbers route to a trunk, or to a routing profile with it as a target. */
const numbersOf = ({ number_count, profiles }: SipTrunkDetail): number =>
  profiles.reduce((sum, profile) => sum + profile.number_count, number_count);

export function TrunkPage() {
  const { id } = route.useParams();
  const { days, show } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const mayRead = may('sip_trunks:read');
  const query = useQuery({
    queryKey: ['trunks', id],
    queryFn: ({ signal }) => trunkline.sipTrunks.get(id, { signal }),
    enabled: mayRead,
    // Its warnings depend on what registers meanwhile.
    refetchInterval: STATUS_RELOAD_MS,
  });
  const { data: status } = useTrunkStatus(id);
  const test = useGatewayTest();
  const [password, setPassword] = useState<string | null>(null);
  const { data: trunk } = query;
  const health = trunk ? trunkHealth(trunk, status) : null;
  const mayChange = may('sip_trunks:write') && trunk?.status !== 'archived';
  const startTest = (): void => {
    test.mutate(id);
    // Its results stand below the gateways.
    if (show !== undefined) void navigate({ search: {}, replace: true });
  };
  return (
    <Page
      title={trunk?.name ?? 'SIP trunk'}
      state={health && <StatusMark {...health} />}
      meta={trunk && <Meta trunk={trunk} status={status} />}
      actions={
        trunk && (
          <>
            <TrunkActions trunk={trunk} onPassword={setPassword} />
            {trunk.gateway_count > 0 && mayChange && <TestButton isPending={test.isPending} start={startTest} />}
          </>
        )
      }
      restricted={!mayRead && 'see SIP trunks'}
    >
      <Loaded query={query} title="The trunk could not be loaded">
        {(loaded) => (
          <>
            <RouteWarnings warnings={loaded.warnings} />
            <PageParts
              label="Parts of the trunk"
              parts={PARTS}
              of={{ trunk: loaded, isReadOnly: !mayChange, test, password, days }}
              search={{ show }}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** How calls of the trunk are recognized, and how busy it is. */
function Meta({ trunk, status }: { trunk: SipTrunkDetail; status: TrunkStatus | undefined }) {
  const { max_concurrent_calls, registration_mode } = trunk;
  return (
    <>
      <span>Identified by {MODES[registration_mode].toLowerCase()}</span>
      {status && (
        <span>
          {max_concurrent_calls === null
            ? `${format.count(status.active_calls)} ${status.active_calls === 1 ? 'call' : 'calls'} now`
            : `${format.count(status.active_calls)} of ${format.count(max_concurrent_calls)} calls at once`}
        </span>
      )}
    </>
  );
}
