import type { Conditions } from '../domain/profiles/conditions';
import type { GatewayOptions } from '../domain/trunks/sip-gateway';
import type { ProfileOptions } from '../domain/profiles/routing-profile';
import type { TargetKind, TargetOptions } from '../domain/profiles/routing-target';
import type { RouteStatus, TrunkOptions } from '../domain/trunks/sip-trunk';

interface Lifetime {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TrunkView extends TrunkOptions, Lifetime {
  readonly id: string;
  readonly status: RouteStatus;
  readonly archivedAt: Date | null;
}

export interface TrunkDetail extends TrunkView {
  readonly gatewayCount: number;
  /** Numbers that are routed to it. */
  readonly numberCount: number;
  /** Profiles, not archived, with a target on it. */
  readonly profileCount: number;
}

export interface GatewayView extends GatewayOptions, Lifetime {
  readonly id: string;
  readonly hasAuthPassword: boolean;
}

/** How a customer's own switch signs in to us. The password is shown when it is made, never again. */
export interface TrunkCredentialsView {
  readonly sipUsername: string;
  readonly sipPassword: string;
  readonly sipDomain: string;
  readonly createdAt: Date;
}

export interface CreatedTrunk {
  readonly trunk: TrunkView;
  readonly gateways: readonly GatewayView[];
  /** Only for registration_mode register. */
  readonly credentials: TrunkCredentialsView | null;
}

export interface ProfileRow extends ProfileOptions, Lifetime {
  readonly id: string;
  readonly status: RouteStatus;
  readonly archivedAt: Date | null;
  readonly targetCount: number;
}

export interface ProfileView extends ProfileRow {
  /** Active numbers that route through the profile. */
  readonly numberCount: number;
}

export interface TargetView extends Omit<TargetOptions, 'conditions'>, Lifetime {
  readonly id: string;
  readonly profileId: string;
  readonly conditions: Conditions | null;
}

export interface ProfileDetail {
  readonly profile: ProfileView;
  readonly targets: readonly TargetView[];
}

/** A price as the call was promised it: kept with the decision, so that a later deck changes no call. */
export interface RateQuote {
  readonly deckId: string;
  readonly prefix: string;
  readonly description: string;
  readonly ratePerMinuteMicrocents: number;
  readonly firstSeconds: number;
  readonly nextSeconds: number;
  readonly connectionFeeCents: number;
}

export interface DecidedRoute {
  /** Null where a number is routed to a trunk without a profile, and for calls out. */
  readonly targetId: string | null;
  readonly targetKind: TargetKind;
  readonly trunkId: string | null;
  readonly gatewayId: string | null;
  /** The carrier, for legs to the telephone network. Absent in decisions from before carriers were told apart. */
  readonly carrierId?: string | null;
  /** Where the call was sent: the gateway's address, or the number called. */
  readonly destination: string;
  /** The second leg's price, for calls that are forwarded to the telephone network. */
  readonly rating: RateQuote | null;
  /** The route was sent out with digest credentials. Left out where it was not. */
  readonly hasDigest?: boolean;
}

/** What was decided about one call, for whoever writes its record. */
export interface DecisionView {
  readonly id: string;
  readonly callId: string;
  readonly switchId: string;
  readonly accountId: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  /** ISO-2: of our number for calls in, of the number called for calls out. */
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly action: 'route' | 'reject';
  readonly rejectCode: number | null;
  /** Why it was refused, as a hangup_cause. */
  readonly rejectCause: string | null;
  readonly rating: RateQuote | null;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  /** When the switch told that it rang, if it did. */
  readonly rangAt: Date | null;
  /** When the switch told that it was answered, if it did. */
  readonly answeredAt: Date | null;
  readonly reportedAt: Date | null;
  readonly createdAt: Date;
  /** `createdAt` in real time, which differs where the test clock was moved; null for decisions from before it was kept. */
  readonly storedAt: Date | null;
}
