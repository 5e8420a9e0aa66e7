import type { MeasuredHealth, PeerHealth, ReportedHealth } from '../../domain/trunks/peer-health';
import type { GatewayOptions } from '../../domain/trunks/sip-gateway';
import type { RouteStatus, TrunkOptions } from '../../domain/trunks/sip-trunk';

export interface Lifetime {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TrunkView extends TrunkOptions, Lifetime {
  readonly id: string;
  readonly status: RouteStatus;
  readonly archivedAt: Date | null;
}

/** A profile that sends calls to the trunk. */
export interface TrunkProfile {
  readonly id: string;
  readonly name: string;
  /** Numbers routed to the profile. */
  readonly numberCount: number;
}

export interface TrunkDetail extends TrunkView {
  readonly gatewayCount: number;
  /** Numbers routed to the trunk. */
  readonly numberCount: number;
  /** Profiles with a target on the trunk, archived ones excluded. */
  readonly profileCount: number;
  /** These profiles, by name. */
  readonly profiles: readonly TrunkProfile[];
}

/** A trunk without the counts of numbers, which another context has. */
export interface StoredTrunkDetail extends Omit<TrunkDetail, 'numberCount' | 'profiles'> {
  readonly profiles: readonly Omit<TrunkProfile, 'numberCount'>[];
}

export interface GatewayView extends GatewayOptions, Lifetime, PeerHealth {
  readonly id: string;
  readonly hasAuthPassword: boolean;
}

/** A gateway as the last report of a switch left it. */
export interface ReportedGatewayState extends ReportedHealth {
  readonly gatewayId: string;
  /** Until then it is tried last. */
  readonly downUntil: Date | null;
}

/** A gateway by the newest measurement: a report of a switch, or a call. */
export type GatewayState = ReportedGatewayState & MeasuredHealth;

/** A system that is registered at a switch. */
export interface RegisteredContact {
  /** The address that its registration came from, else the host of its contact. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Preference from 0 to 1. */
  readonly q: number;
  readonly registeredAt: Date;
  readonly expiresAt: Date;
}

export interface TrunkStatusView {
  readonly trunkId: string;
  /** By preference; null unless the trunk is in register mode. */
  readonly contacts: readonly RegisteredContact[] | null;
  /** By priority, then by weight. */
  readonly gateways: readonly GatewayState[];
  /** Calls in progress to and from the trunk. */
  readonly activeCalls: number;
}

/** Credentials with which a customer's switch registers. The password is shown only when it is issued. */
export interface TrunkCredentialsView {
  readonly sipUsername: string;
  readonly sipPassword: string;
  readonly sipDomain: string;
  readonly createdAt: Date;
}

export interface CreatedTrunk {
  readonly trunk: TrunkView;
  readonly gateways: readonly GatewayView[];
  /** Only with registration_mode `register`. */
  readonly credentials: TrunkCredentialsView | null;
}
