import type { PeerHealth } from '../../domain/trunks/peer-health';
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

export interface TrunkDetail extends TrunkView {
  /** It is active, and has an enabled gateway or a registered system. */
  readonly isReachable: boolean;
  readonly gatewayCount: number;
  /** Numbers routed to the trunk. */
  readonly numberCount: number;
  /** Profiles with a target on the trunk, archived ones excluded. */
  readonly profileCount: number;
}

export interface GatewayView extends GatewayOptions, Lifetime, PeerHealth {
  readonly id: string;
  readonly hasAuthPassword: boolean;
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
