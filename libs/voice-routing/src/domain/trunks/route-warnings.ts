import type { RegistrationMode, RouteStatus } from './sip-trunk';

export const ROUTE_WARNINGS = ['trunk_unreachable', 'profile_unreachable', 'switch_never_reported'] as const;

/** Why calls over a route would fail now. The route is accepted all the same: it may be completed later. */
export interface RouteWarning {
  readonly code: (typeof ROUTE_WARNINGS)[number];
  /** For people: the cause, and the remedy. */
  readonly message: string;
}

/** What decides whether calls can reach a trunk. */
export interface TrunkReach {
  readonly name: string;
  readonly status: RouteStatus;
  readonly registrationMode: RegistrationMode;
  /** It has an enabled gateway. */
  readonly hasGateway: boolean;
  /** It has a contact that has not expired. */
  readonly isRegistered: boolean;
}

/** What decides whether calls can reach the trunks of a route. */
export interface RouteReach {
  readonly trunks: readonly TrunkReach[];
  /** A switch has ever requested a route, sent a heartbeat, reported contacts or polled for commands. */
  readonly hasSwitch: boolean;
}

export function isReachable({ status, hasGateway, isRegistered }: TrunkReach): boolean {
  return status === 'active' && (hasGateway || isRegistered);
}

/** Names each trunk that no call can reach. */
export function trunkWarnings({ trunks, hasSwitch }: RouteReach): RouteWarning[] {
  const unreachable = trunks.filter((trunk) => !isReachable(trunk));
  const warnings = unreachable.map((trunk): RouteWarning => ({ code: 'trunk_unreachable', message: messageOf(trunk) }));
  if (hasSwitch || !unreachable.some(({ registrationMode }) => registrationMode === 'register')) return warnings;
  return [...warnings, NEVER_REPORTED];
}

/** Names the trunks of a profile that no call can reach, and says so if it has no other enabled target. */
export function profileWarnings(reach: RouteReach, otherTargets: number): RouteWarning[] {
  const isDead = otherTargets === 0 && !reach.trunks.some(isReachable);
  return isDead ? [...trunkWarnings(reach), PROFILE] : trunkWarnings(reach);
}

const PROFILE: RouteWarning = {
  code: 'profile_unreachable',
  message: 'The routing profile has no enabled target that a call can reach, so calls to its numbers fail.',
};
const NEVER_REPORTED: RouteWarning = {
  code: 'switch_never_reported',
  message: 'No switch has reported to this installation yet, so no system can register.',
};

function messageOf({ name, status, registrationMode }: TrunkReach): string {
  const [cause, remedy] = causeOf(status, registrationMode);
  return `No call can reach the trunk “${name}”: ${cause}. ${remedy}`;
}

function causeOf(status: RouteStatus, mode: RegistrationMode): readonly [string, string] {
  if (status !== 'active') return [`it is ${status}`, 'Enable it, or choose another one.'];
  if (mode === 'static_ip') return ['it has no enabled gateway', 'Add or enable a gateway.'];
  return [
    'no system is registered, and it has no enabled gateway',
    'Register a system with the credentials of the trunk, or add a gateway.',
  ];
}
