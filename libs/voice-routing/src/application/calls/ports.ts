import type {
  AccountStatus,
  CallDecision,
  Direction,
  LegCost,
  OutboundTerms,
  RateQuote,
  Tier,
} from '@trunkline/kernel';
import type { DeploymentLimits } from '../../domain/calls/call-limits';
import type { CallerIdSettings } from '../../domain/calls/caller-id';
import type { PlanRest } from '../../domain/calls/plan';
import type { Carrier } from '../../domain/carrier';
import type { ContactAddress } from '../../domain/contact';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import type { SipGateway } from '../../domain/trunks/sip-gateway';
import type { Codec, SipTrunk } from '../../domain/trunks/sip-trunk';
import type { WebrtcUser } from '../../domain/webrtc-user';

type GatewayFields = 'id' | 'host' | 'port' | 'transport' | 'dnsSrv' | 'weight' | 'priority' | 'authUsername';

export interface GatewayState extends Pick<SipGateway, GatewayFields | 'authPasswordSealed' | 'customHeaders'> {
  /** Its last probe failed, less than 60 seconds ago. */
  readonly isDown: boolean;
}

/** A live contact. */
export interface ContactState extends ContactAddress {
  readonly id: string;
}

type TrunkFields = 'id' | 'status' | 'dtmfMode' | 'numberFormat' | 'numberPrefix' | 'mediaEncryption' | 'userPhone';

export interface TrunkState extends Pick<SipTrunk, TrunkFields | 'registrationMode'> {
  /** Its limit of concurrent calls is reached. */
  readonly isFull: boolean;
  /** In order of preference. */
  readonly codecs: readonly Codec[];
  /** Live ones, in order of preference; none unless the trunk is in register mode. */
  readonly contacts: readonly ContactState[];
  /** Enabled gateways. */
  readonly gateways: readonly GatewayState[];
}

export interface WebrtcUserState extends Pick<WebrtcUser, 'id' | 'status'> {
  /** The registered browsers, in order of preference. */
  readonly contacts: readonly ContactState[];
}

type TargetFields = 'id' | 'kind' | 'weight' | 'enabled' | 'conditions' | 'pstnForwardE164' | 'webhookUrl';

export interface TargetState extends Pick<RoutingTarget, TargetFields> {
  readonly trunk: TrunkState | null;
  readonly webrtcUser: WebrtcUserState | null;
}

export interface ProfileState
  extends Pick<RoutingProfile, 'id' | 'status' | 'strategy' | 'ringTimeoutSeconds' | 'maxRetries'> {
  /** By position, then age. */
  readonly targets: readonly TargetState[];
}

/** The networks of an account around a source address, by the length of their prefixes. */
export interface SourceNetworks {
  readonly narrowestBits: number;
  /** The narrowest one that an operator has confirmed. */
  readonly confirmedBits: number | null;
  /** The narrowest one from which an authenticated call came. */
  readonly digestBits: number | null;
  /** Before the account named any of them, calls of another account came from a network that is not wider. */
  readonly isPreceded: boolean;
}

/** A trunk, or WebRTC user, that an outbound call may have come from. */
export interface SourceTrunk
  extends CallerIdSettings,
    Pick<SipTrunk, 'id' | 'accountId' | 'status' | 'dtmfMode' | 'maxCallsPerSecond'> {
  /** The id is that of a WebRTC user. */
  readonly isWebrtcUser: boolean;
  readonly codecs: readonly Codec[];
  readonly isFull: boolean;
  /** The account's networks around the source address; null for an authenticated call. */
  readonly networks: SourceNetworks | null;
  /** The call was authenticated, and the account has an unconfirmed claim to its address. */
  readonly hasUnconfirmedClaim: boolean;
  /** No call of the account has come from one of its networks around the address. */
  readonly hasUnusedClaim: boolean;
}

type CarrierFields = GatewayFields | 'authPasswordSealed' | 'mediaEncryption' | 'callerIdFormat' | 'sendIdentity';

/** What identifies the sender of a call; without both, nothing does. */
export interface CallSender {
  readonly authUser: string | null;
  readonly sourceIp: string | null;
}

/** A carrier that takes calls to the telephone network. */
export interface CarrierPeer extends Pick<Carrier, CarrierFields | 'codecs' | 'emergency' | 'selection' | 'allowLoss'> {
  readonly isDown: boolean;
  /** Its limit of concurrent calls is reached. */
  readonly isFull: boolean;
}

/** Identifies a call, however often the switch requests its route. */
export interface CallKey {
  readonly switchId: string;
  readonly callId: string;
}

/** A call, and the process of the switch that requests its route. */
export interface AskingCall extends CallKey {
  readonly node?: string;
}

/**
 * Reads the routing state that a decision needs, in one round trip per method, because the caller waits for it.
 * `excluding` is the call being routed: it does not count against the limits of concurrent calls.
 */
export abstract class RoutingSnapshots {
  abstract ofTrunk(accountId: string, trunkId: string, now: Date, excluding?: AskingCall): Promise<TrunkState | null>;
  /** Returns null for another account's WebRTC user. */
  abstract ofWebrtcUser(
    accountId: string,
    userId: string,
    now: Date,
    excluding?: AskingCall,
  ): Promise<WebrtcUserState | null>;
  abstract ofProfile(
    accountId: string,
    profileId: string,
    now: Date,
    excluding?: AskingCall,
  ): Promise<ProfileState | null>;
  /** Returns trunks in any status: by the authenticated user, else each account's narrowest network around the address. */
  abstract ofSource(
    source: { readonly authUser: string | null; readonly ip: string | null },
    now: Date,
    excluding?: CallKey,
  ): Promise<SourceTrunk[]>;
  /** Returns how the trunk places calls: with its credentials, or from its first network. Throws `not_found`. */
  abstract senderOf(accountId: string, trunkId: string): Promise<CallSender>;
  /** Returns a trunk of the account as the source of a call, in any status. */
  abstract sourceTrunk(accountId: string, trunkId: string, now: Date): Promise<SourceTrunk | null>;
  /** Confirms the account's claims to the address after an authenticated call from there. Safe to repeat. */
  abstract confirmSources(accountId: string, ip: string, now: Date): Promise<void>;
  /** Marks the account's networks around the address as used: a call with one of its numbers came from there. */
  abstract markUsed(accountId: string, ip: string, now: Date): Promise<void>;
  /**
   * Returns the numbers that the profile forwards to, and those to which its webhooks have forwarded calls that are live.
   */
  abstract forwardsOf(profileId: string): Promise<string[]>;
  /** Returns the enabled carriers for the number, by priority. */
  abstract carriers(e164: string, now: Date, excluding?: CallKey): Promise<CarrierPeer[]>;
  /** Returns the enabled carriers that take emergency calls, by priority, including full ones. */
  abstract emergencyCarriers(now: Date): Promise<CarrierPeer[]>;
  /** Returns the id of the enabled carrier whose network around the address is the narrowest, or null. */
  abstract carrierOf(ip: string): Promise<string | null>;
  /** Returns whether the account has at least `max` calls that take a place. */
  abstract hasCalls(accountId: string, max: number, now: Date): Promise<boolean>;
  /** Returns whether the address belongs to this carrier, or whether this carrier is deleted or disabled. */
  abstract isSourceOf(carrierId: string, ip: string): Promise<boolean>;
}

export interface NewDecision extends Omit<CallDecision, 'asked' | 'rangAt' | 'answeredAt' | 'reportedAt' | 'storedAt'> {
  /** The process of the switch that requested the route. */
  readonly node: string;
  /** Heartbeats need not list the call before; absent: 30 seconds after the decision. */
  readonly listedFrom?: Date;
  readonly rejectReason: string | null;
  /** The account that sees the rejection; null for a call that is routed, or that belongs to no account. */
  readonly rejectedFor: string | null;
  readonly sourceIp: string | null;
  readonly sourcePort: number | null;
  readonly transport: string | null;
  /** Identity of a caller that withholds its number. Sealed in the store. */
  readonly withheldIdentity: string | null;
  /** When the CDR becomes overdue. */
  readonly reportDueAt: Date;
  /** The switch supports extensions. */
  readonly isExtending: boolean;
  /** When the hold is released if no CDR comes; null when the call holds nothing. */
  readonly heldUntil: Date | null;
  /** What follows the routes, stored with the decision; null: nothing. */
  readonly rest: PlanRest | null;
}

/** `repeated`: stored as well, for a call that is already live and not answered. */
export type StartResult = 'started' | 'repeated' | 'peer_full' | 'account_full';

export abstract class DecisionLog {
  /** Stores a rejection. */
  abstract add(decision: NewDecision): Promise<void>;
  /**
   * Stores a routed decision with its live call, in a transaction that has locked the account's wallet. Stores nothing
   * when the account already has `maxConcurrentCalls` other calls (null: no limit), or when the trunk or carrier that is
   * tried first is full.
   */
  abstract start(decision: NewDecision, maxConcurrentCalls: number | null): Promise<StartResult>;
  /**
   * Does the same without waiting for the result, in a transaction that fails with ConditionNotMet unless the call is
   * started: when a limit is reached or the call is already live. `atOnce`: also when another transaction has locked the
   * carrier, for which it waits by default.
   */
  abstract startOrFail(
    decision: NewDecision,
    maxConcurrentCalls: number | null,
    lock?: { readonly atOnce: boolean },
  ): Promise<void>;
  abstract findMany(ids: readonly string[]): Promise<CallDecision[]>;
  /** Returns at most 20 per call, those without a CDR first: a caller can reuse one Call-ID any number of times. */
  abstract findByCalls(calls: readonly CallKey[]): Promise<CallDecision[]>;
  /** Ends the live calls; their money stays held. Safe to repeat. */
  abstract endCalls(ids: readonly string[], now: Date): Promise<void>;
  /** Limits the holds of unanswered calls to the time at which their CDRs are due, except of those locked. Safe to repeat. */
  abstract limitHolds(ids: readonly string[]): Promise<void>;
  /** Ends the live calls and marks the decisions as reported. Safe to repeat. */
  abstract markReported(ids: readonly string[], now: Date): Promise<void>;
}

export interface PricedCall {
  /** The account that pays. */
  readonly accountId: string;
  readonly direction: Direction;
  /** E.164. */
  readonly to: string;
  /** Type of the account's number; null for outbound calls. */
  readonly numberType: string | null;
}

/** The cost of a call by the deck in force of a carrier. */
export interface CarrierCost {
  /** Null where the deck has no price for the call. */
  readonly cost: LegCost | null;
  /** What a call of the expected length costs, in micro-cents; null: unknown. See docs/routing.md#least-cost. */
  readonly expectedMicrocents: number | null;
  /** A call of some length costs more than its price, or its cost is unknown. */
  readonly isLoss: boolean;
}

/** By carrier; without those that have no deck in force. */
export type CarrierCosts = ReadonlyMap<string, CarrierCost>;

/** Call prices, as voice routing reads them. */
export abstract class CallPrices {
  /** Returns the price by the decks in force and the account's discount; null when no deck has a price for the call. */
  abstract quote(call: PricedCall): Promise<RateQuote | null>;
  /** Returns the same price, and what carriers charge for the call. */
  abstract quoteWithCosts(
    call: PricedCall,
  ): Promise<{ readonly price: RateQuote | null; readonly costs: CarrierCosts }>;
  /** Returns the price of a call over these legs, as its CDR will be rated. */
  abstract totalCents(legs: readonly RateQuote[], billableSeconds: number): number;
  /** Returns the longest call over these legs that the amount covers; 0 when it does not cover one second. */
  abstract affordableSeconds(legs: readonly RateQuote[], availableCents: number): number;
}

/** Accounts, as voice routing reads them. */
export abstract class AccountStates {
  /** Throws `not_found`. */
  abstract get(accountId: string): Promise<CallTerms>;
}

export interface CallTerms extends OutboundTerms {
  readonly status: AccountStatus;
  readonly tier: Tier;
  /** Set by an operator; null applies the tier's limit. */
  readonly maxConcurrentCalls: number | null;
}

/** The deployment's daily caps on outbound calls, per account and UTC day, and the factor of its rate limits. */
export abstract class SpendCaps implements DeploymentLimits {
  abstract readonly rateFactor: number;
  abstract readonly trialCents: number | null;
  abstract readonly selfServeCents: number | null;
}

/** Counts turns for round robin, across processes. */
export abstract class Turns {
  /** Returns 1, 2, 3, … for each profile. */
  abstract next(profileId: string): Promise<number>;
}

export abstract class NumberingPlan {
  /** Returns ISO 3166-1 alpha-2; null for a number without a country. */
  abstract countryOf(e164: string): string | null;
  /** Returns the calling code without `+`; null for a country without one. */
  abstract callingCodeOf(country: string): string | null;
  /** Returns the number as dialled within its country, digits only; null for an unknown number. */
  abstract nationalOf(e164: string): string | null;
}

export abstract class RandomSource {
  /** Returns at least 0, less than 1. */
  abstract next(): number;
}
