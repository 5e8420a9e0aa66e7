import { useQuery } from '@tanstack/react-query';
import type { PhoneNumber, RoutingTarget } from '@trunkline/client';
import { format } from '../../../format';
import { usePhoneFormat } from '../../../format/phone';
import { trunkline } from '../../../session/client';
import { Loaded } from '../../../ui/feedback/loaded';
import { Path, type PathNode } from '../../../ui/layout/path';
import { phrasesOf } from '../../routing/conditions';
import { useTargetName } from '../../routing/target-name';
import { GATEWAYS_MAX } from '../../trunks/gateways/gateway-health';
import { useHealthTimes } from '../../trunks/gateways/use-health-times';
import { NUMBER_STATUS_TEXTS } from '../number-status';
import { NOWHERE, targetOf } from '../routes';
import { profileNodes, type ProfileRoute, SHOWN, trunkNodes, type TrunkRoute } from './path-nodes';

/** A reload takes up to four requests of the rate limit that the account shares. */
const RELOAD_MS = 30_000;

/** Where a call to the number goes at the moment, and where it ends. */
export function NumberPath({ number }: { number: PhoneNumber }) {
  const { trunk_id: trunk, routing_profile_id: profile } = number;
  const query = useQuery({
    queryKey: ['routes', 'path', targetOf(number)],
    queryFn: async ({ signal }) => {
      if (profile !== null) return loadProfile(profile, signal);
      return trunk === null ? null : loadTrunk(trunk, signal);
    },
    // A number without a route needs no request.
    ...(targetOf(number) === NOWHERE && { initialData: null }),
    refetchInterval: RELOAD_MS,
  });
  return (
    <Loaded
      query={query}
      title="The path of calls could not be loaded"
      placeholder={<PathAhead number={number} isProfile={profile !== null} />}
    >
      {(route) =>
        route === null ? (
          <PathTo number={number} nodes={[NOWHERE_NODE]} />
        ) : 'trunk' in route ? (
          <PathToTrunk number={number} route={route} />
        ) : (
          <PathToProfile number={number} route={route} />
        )
      }
    </Loaded>
  );
}

async function loadTrunk(id: string, signal: AbortSignal): Promise<TrunkRoute> {
  const [trunk, status, gateways] = await Promise.all([
    trunkline.sipTrunks.get(id, { signal }),
    trunkline.sipTrunks.status.get(id, { signal }),
    trunkline.sipTrunks.gateways.list(id, { limit: GATEWAYS_MAX }, { signal }),
  ]);
  return { trunk, status, gateways: gateways.items };
}

async function loadProfile(id: string, signal: AbortSignal): Promise<ProfileRoute> {
  const detail = await trunkline.routingProfiles.get(id, { signal });
  const [target, ...others] = detail.targets;
  const only = others.length === 0 && target?.enabled === true ? target.sip_trunk_id : null;
  if (only !== null) return { detail, trunks: [], only: await loadTrunk(only, signal) };
  const ids = new Set(detail.targets.slice(0, SHOWN).flatMap(({ sip_trunk_id }) => sip_trunk_id ?? []));
  return {
    detail,
    trunks: await Promise.all([...ids].map(async (trunk) => trunkline.sipTrunks.get(trunk, { signal }))),
  };
}

const NOWHERE_NODE: PathNode = {
  kind: 'Route',
  name: 'Nowhere',
  note: 'Calls end here.',
  state: 'warn',
};

const unknownNode = (kind: string): PathNode => ({ kind, name: '…', note: '…', state: 'off' });

/** Stands for the path until its nodes are known, in the height that most paths have. */
function PathAhead({ number, isProfile }: { number: PhoneNumber; isProfile: boolean }) {
  const nodes = [
    ...(isProfile ? [unknownNode('Routing profile')] : []),
    unknownNode('SIP trunk'),
    unknownNode('Gateway'),
  ];
  return (
    <div role="img" aria-label="Loading">
      <PathTo number={number} nodes={nodes} />
    </div>
  );
}

/** The number itself, where calls end while it is not active. */
const numberNode = ({ status }: PhoneNumber, name: string): PathNode => ({
  kind: 'This number',
  name,
  ...(status !== 'active' && {
    note: NUMBER_STATUS_TEXTS[status],
    state: status === 'pending_documents' ? 'warn' : 'bad',
  }),
});

function PathTo({ number, nodes }: { number: PhoneNumber; nodes: readonly PathNode[] }) {
  const grouped = usePhoneFormat();
  return (
    <Path
      label="Where calls to this number go"
      nodes={[
        { kind: 'Callers', name: 'Any number' },
        numberNode(number, number.label ?? grouped(number.e164)),
        ...nodes,
      ]}
    />
  );
}

function PathToTrunk({ number, route }: { number: PhoneNumber; route: TrunkRoute }) {
  return <PathTo number={number} nodes={trunkNodes(route, useHealthTimes())} />;
}

function PathToProfile({ number, route }: { number: PhoneNumber; route: ProfileRoute }) {
  const nameOf = useTargetName();
  const conditionsOf = ({ conditions }: RoutingTarget): string => phrasesOf(conditions, format).join('; ');
  return <PathTo number={number} nodes={profileNodes(route, { nameOf, conditionsOf, times: useHealthTimes() })} />;
}
