import type {
  RoutingProfileDetail,
  RoutingStrategy,
  RoutingTarget,
  SipGateway,
  SipTrunkDetail,
  TargetKind,
  TrunkStatus,
} from '@trunkline/client';
import type { PathNode } from '../../../ui/layout/path';
import { healthOf, type HealthTimes } from '../../trunks/gateways/gateway-health';

/** Gateways or targets that are shown each by itself. */
export const SHOWN = 3;

export interface TrunkRoute {
  readonly trunk: SipTrunkDetail;
  readonly status: Pick<TrunkStatus, 'contacts' | 'gateways'>;
  /** In the order in which calls try them. */
  readonly gateways: readonly SipGateway[];
}

export interface ProfileRoute {
  readonly detail: RoutingProfileDetail;
  /** The trunks among the targets that are shown. */
  readonly trunks: readonly SipTrunkDetail[];
  /** The trunk that is the only target, with what takes its calls. */
  readonly only?: TrunkRoute;
}

/** A trunk with what takes its calls. What is said of a trunk that is turned on is its transport, unless `note` is given. */
export function trunkNodes(
  { trunk, status, gateways }: TrunkRoute,
  times: HealthTimes,
  note = trunk.transport.toUpperCase(),
): PathNode[] {
  const { id, name, registration_mode: mode } = trunk;
  const head = { kind: 'SIP trunk', name, link: { to: '/trunks/$id', params: { id } } } as const;
  if (trunk.status !== 'active') return [{ ...head, note: 'Turned off', state: 'bad' }];
  const takesCalls = gateways.some(({ enabled }) => enabled);
  const isRegistered = status.contacts.length > 0;
  const systems: PathNode = {
    kind: 'Your system',
    name: isRegistered ? 'Registered' : 'Not registered',
    ...(!isRegistered && (takesCalls ? { state: 'off', failsOver: true } : { state: 'warn' })),
  };
  const none: PathNode = {
    kind: 'Gateway',
    name: gateways.length === 0 ? 'None' : 'None turned on',
    note: 'Calls fail.',
    state: 'warn',
  };
  const nodes = gateways.map((gateway, index): PathNode => {
    const isShared = gateways[index - 1]?.priority === gateway.priority;
    const kind = index === 0 ? 'Gateway' : isShared ? 'Or' : 'Else';
    if (!gateway.enabled) return { kind, name: gateway.name, note: 'Turned off', state: 'off' };
    const measured = status.gateways.find(({ gateway_id }) => gateway_id === gateway.id) ?? gateway;
    const { state, text } = healthOf(measured, times);
    return { kind, name: gateway.name, note: text, ...(state === 'bad' && { state }) };
  });
  return [{ ...head, note }, ...(mode === 'register' ? [systems] : takesCalls ? [] : [none]), ...shortened(nodes)];
}

const TARGETS: Readonly<Record<TargetKind, string>> = {
  sip_trunk: 'SIP trunk',
  pstn_forward: 'Phone number',
  webrtc_user: 'WebRTC user',
  webhook: 'Webhook',
};

/** How a target relates to the one before. */
const NEXT: Readonly<Record<RoutingStrategy, string>> = {
  failover: 'Else',
  round_robin: 'Or',
  weighted_lb: 'Or',
  simultaneous_ring: 'And',
};

interface TargetTexts {
  readonly nameOf: (target: RoutingTarget) => string;
  /** When and from whom a target receives calls. */
  readonly conditionsOf: (target: RoutingTarget) => string;
  readonly times: HealthTimes;
}

/** A profile with its targets, and with the gateways of a trunk that is the only one. */
export function profileNodes({ detail, trunks, only }: ProfileRoute, texts: TargetTexts): PathNode[] {
  const { nameOf, conditionsOf, times } = texts;
  const { profile, targets } = detail;
  const { id, name, strategy } = profile;
  const head = { kind: 'Routing profile', name, link: { to: '/routing/$id', params: { id } } } as const;
  if (profile.status !== 'active') return [{ ...head, note: 'Turned off', state: 'bad' }];
  if (targets.length === 0) return [head, { kind: 'Target', name: 'None', note: 'Calls fail.', state: 'warn' }];
  const [first] = targets;
  if (only && first)
    return [{ ...head, note: '1 target' }, ...trunkNodes(only, times, conditionsOf(first) || undefined)];
  const nodes = targets.map((target, index): PathNode => {
    const { sip_trunk_id: trunkId } = target;
    const link = trunkId !== null && ({ to: '/trunks/$id', params: { id: trunkId } } as const);
    const node = {
      kind: index === 0 ? TARGETS[target.kind] : NEXT[strategy],
      name: nameOf(target),
      ...(link && { link }),
    };
    if (!target.enabled) return { ...node, note: 'Turned off', state: 'off' };
    const trunk = trunks.find((each) => each.id === trunkId);
    if (trunk?.reachable === false) return { ...node, note: 'No call can reach it.', state: 'bad' };
    return { ...node, note: conditionsOf(target) };
  });
  return [{ ...head, note: targets.length === 1 ? '1 target' : `${targets.length} targets` }, ...shortened(nodes)];
}

/** The first nodes, which fail over while a later one takes calls, and how many more there are. */
function shortened(nodes: readonly PathNode[]): readonly PathNode[] {
  const last = nodes.findLastIndex(({ state }) => state === undefined);
  const all = nodes.map((node, index) => (index < last ? { ...node, failsOver: true } : node));
  if (all.length <= SHOWN) return all;
  const shown = all.slice(0, SHOWN - 1);
  return [...shown, { kind: all[shown.length]?.kind ?? 'Else', name: `${all.length - shown.length} more` }];
}
