import type { Conditions } from '../../domain/profiles/conditions';
import type { Strategy } from '../../domain/profiles/routing-profile';
import type { TargetKind } from '../../domain/profiles/routing-target';
import type { CallerIdFormat } from '../../domain/carriers/carrier';
import type { CallerIdStrategy, Codec, DtmfMode, RouteStatus, SipTransport } from '../../domain/trunks/sip-trunk';
import type { DecidedRoute, DecisionView, RateQuote } from '../views';

export interface GatewayState {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransport;
  readonly weight: number;
  readonly priority: number;
  readonly authUsername: string | null;
  readonly authPasswordSealed: string | null;
  readonly customHeaders: Readonly<Record<string, string>> | null;
  /** The last probe or call found it away, and that is not long ago. */
  readonly isDown: boolean;
}

export interface TrunkState {
  readonly id: string;
  readonly status: RouteStatus;
  /** It has as many calls as it may have at once. */
  readonly isFull: boolean;
  /** In order of preference. */
  readonly codecs: readonly Codec[];
  readonly dtmfMode: DtmfMode;
  /** The enabled ones. */
  readonly gateways: readonly GatewayState[];
}

export interface TargetState {
  readonly id: string;
  readonly kind: TargetKind;
  readonly weight: number;
  readonly enabled: boolean;
  readonly conditions: Conditions | null;
  readonly pstnForwardE164: string | null;
  readonly trunk: TrunkState | null;
}

export interface ProfileState {
  readonly id: string;
  readonly status: RouteStatus;
  readonly strategy: Strategy;
  readonly ringTimeoutSeconds: number;
  readonly maxRetries: number;
  /** By position, then age. */
  readonly targets: readonly TargetState[];
}

/** A trunk that a call may have come from. */
export interface SourceTrunk {
  readonly id: string;
  readonly accountId: string;
  readonly status: RouteStatus;
  readonly callerIdStrategy: CallerIdStrategy;
  readonly callerIdOverride: string | null;
  readonly codecs: readonly Codec[];
  readonly dtmfMode: DtmfMode;
  readonly isFull: boolean;
  /** The claim of its account to the address counts also for calls whose number tells no owner. */
  readonly counts: boolean;
  /** The call was authenticated, and the account claims its address without that being confirmed yet. */
  readonly hasUnconfirmedClaim: boolean;
}

/** A peer that carries calls to the telephone network. */
export interface CarrierPeer {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly transport: SipTransport;
  readonly priority: number;
  readonly weight: number;
  readonly authUsername: string | null;
  readonly authPasswordSealed: string | null;
  readonly callerIdFormat: CallerIdFormat;
  readonly codecs: readonly Codec[];
  /** It takes emergency calls. */
  readonly emergency: boolean;
  readonly isDown: boolean;
  /** It has as many calls as it may have at once. */
  readonly isFull: boolean;
}

/** Which call it is, however often a switch asks for it. */
export interface CallKey {
  readonly switchId: string;
  readonly callId: string;
}

/**
 * Everything that a decision reads of this context, one round trip a method: calls wait for it. The call that is
 * `asking` takes no place of its own away: a trunk is full with the others.
 */
export abstract class RoutingSnapshots {
  abstract ofTrunk(accountId: string, trunkId: string, now: Date, asking?: CallKey): Promise<TrunkState | null>;
  abstract ofProfile(accountId: string, profileId: string, now: Date, asking?: CallKey): Promise<ProfileState | null>;
  /**
   * Trunks that name the source, in whatever state: by the user that the switch has authenticated, else each account's
   * narrowest network.
   */
  abstract ofSource(
    source: { readonly authUser: string | null; readonly ip: string | null },
    now: Date,
    asking?: CallKey,
  ): Promise<SourceTrunk[]>;
  /** Notes that an authenticated call of the account has come from the address. Safe to repeat. */
  abstract confirmSources(accountId: string, ip: string, now: Date): Promise<void>;
  /** Where an account's profile forwards to. */
  abstract forwardsOf(profileId: string): Promise<string[]>;
  /** In service for the number, by priority; none in a deployment without carriers. */
  abstract carriers(e164: string, now: Date, asking?: CallKey): Promise<CarrierPeer[]>;
  /** Those in service that take emergency calls, by priority, however many calls they have. */
  abstract emergencyCarriers(now: Date): Promise<CarrierPeer[]>;
  /** Whether calls from the address come from a carrier in service. */
  abstract isCarrierSource(ip: string): Promise<boolean>;
}

export interface Decision {
  readonly id: string;
  readonly switchId: string;
  readonly callId: string;
  readonly accountId: string | null;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly e164: string | null;
  readonly numberId: string | null;
  readonly numberType: string | null;
  readonly country: string | null;
  readonly routingProfileId: string | null;
  readonly sipTrunkId: string | null;
  readonly action: 'route' | 'reject';
  readonly rejectCode: number | null;
  readonly rejectReason: string | null;
  readonly rejectCause: string | null;
  readonly rating: RateQuote | null;
  readonly routes: readonly DecidedRoute[];
  readonly maxDurationSeconds: number;
  readonly sourceIp: string | null;
  readonly createdAt: Date;
  /** When its CDR is overdue. */
  readonly reportDueAt: Date;
  /** The switch has the call extended. */
  readonly isExtending: boolean;
  /** When what the call holds is given back without a CDR; null when it holds nothing. */
  readonly heldUntil: Date | null;
}

/** What became of a routed call that was to take its places. */
export type Placed = 'placed' | 'trunk_full' | 'account_full';

export abstract class DecisionLog {
  /** Keeps the decision to refuse a call. */
  abstract add(decision: Decision): Promise<void>;
  /**
   * Keeps the decision to route a call, and the live call that comes of it, in a transaction that holds the account's
   * wallet. Nothing is kept when the account has `maxConcurrentCalls` others (null: no limit), or the trunk or the carrier
   * that the call is offered to first has as many as it may.
   */
  abstract start(decision: Decision, maxConcurrentCalls: number | null): Promise<Placed>;
  abstract findMany(ids: readonly string[]): Promise<DecisionView[]>;
  /** In no order: at most 20 a call, those without a record first, for a caller can choose one Call-ID again and again. */
  abstract findByCalls(calls: readonly CallKey[]): Promise<DecisionView[]>;
  /** Ends the live calls, which go on holding their money. Safe to repeat. */
  abstract endCalls(ids: readonly string[], now: Date): Promise<void>;
  /** Ends the live calls and takes the decisions off the list of those without a record. Safe to repeat. */
  abstract markReported(ids: readonly string[], now: Date): Promise<void>;
}

export interface GatewayReport {
  readonly gatewayId: string;
  readonly isUp: boolean;
  readonly sipCode: number | null;
  readonly rttMs: number | null;
}

export abstract class GatewayHealth {
  /** False when there is no such gateway. A failure keeps it marked down until `downUntil`. */
  abstract record(report: GatewayReport, now: Date, downUntil: Date | null): Promise<boolean>;
}
