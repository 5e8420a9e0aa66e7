import type { AccountStatus, Page, PageRequest, Tier } from '@trunkline/kernel';
import type { DailyCaps } from '../domain/calls/call-limits';
import type { RoutingProfile, Strategy } from '../domain/profiles/routing-profile';
import type { RoutingTarget } from '../domain/profiles/routing-target';
import type { SipGateway } from '../domain/trunks/sip-gateway';
import type { RouteStatus, SipTrunk } from '../domain/trunks/sip-trunk';
import type { GatewayView, ProfileRow, RateQuote, TargetView, TrunkCredentialsView, TrunkView } from './views';

export abstract class SipTrunkRepository {
  /** Throws `name_in_use`. */
  abstract add(trunk: SipTrunk): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(trunk: SipTrunk): Promise<void>;
  abstract find(accountId: string, id: string): Promise<SipTrunk | null>;
  /** Locked until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<SipTrunk>;
  /** Inside a transaction the trunk cannot be archived until it ends. Null for what is not the account's. */
  abstract status(accountId: string, id: string): Promise<RouteStatus | null>;
}

export abstract class SipGatewayRepository {
  abstract add(gateway: SipGateway): Promise<void>;
  abstract save(gateway: SipGateway): Promise<void>;
  abstract remove(gateway: SipGateway): Promise<void>;
  /** Locked until the transaction ends. Throws `not_found`. */
  abstract lock(trunkId: string, id: string): Promise<SipGateway>;
  abstract find(trunkId: string, id: string): Promise<SipGateway | null>;
  abstract ofTrunk(trunkId: string): Promise<SipGateway[]>;
}

export abstract class RoutingProfileRepository {
  /** Throws `name_in_use`. */
  abstract add(profile: RoutingProfile): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(profile: RoutingProfile): Promise<void>;
  /** Locked until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<RoutingProfile>;
  /** As SipTrunkRepository.status. */
  abstract status(accountId: string, id: string): Promise<RouteStatus | null>;
}

/** Targets change under the lock of their profile. */
export abstract class RoutingTargetRepository {
  abstract add(target: RoutingTarget): Promise<void>;
  abstract save(target: RoutingTarget): Promise<void>;
  abstract remove(target: RoutingTarget): Promise<void>;
  abstract ofProfile(profileId: string): Promise<RoutingTarget[]>;
  /** Those that are enabled, in profiles that are not archived; locked in the order of their ids. */
  abstract lockEnabledOnTrunk(trunkId: string): Promise<RoutingTarget[]>;
}

export interface RouteFilters {
  readonly statuses: readonly RouteStatus[];
  /** Part of the name. */
  readonly q: string | null;
}

export interface ProfileFilters extends RouteFilters {
  readonly strategies: readonly Strategy[] | null;
}

export type RouteSort = 'created_at' | 'name';

export abstract class TrunkQueries {
  abstract list(accountId: string, filters: RouteFilters, page: PageRequest<RouteSort>): Promise<Page<TrunkView>>;
  /** Null for what is not the account's. */
  abstract get(
    accountId: string,
    id: string,
  ): Promise<(TrunkView & { readonly gatewayCount: number; readonly profileCount: number }) | null>;
  /** Priority ascending, weight descending. */
  abstract gateways(trunkId: string, page: PageRequest): Promise<Page<GatewayView>>;
}

export abstract class ProfileQueries {
  abstract list(accountId: string, filters: ProfileFilters, page: PageRequest<RouteSort>): Promise<Page<ProfileRow>>;
  abstract get(accountId: string, id: string): Promise<ProfileRow | null>;
  /** By position, then age. */
  abstract targets(profileId: string): Promise<TargetView[]>;
}

/** Credentials of trunks in register mode; one set per trunk, a new one replaces the old. */
export abstract class TrunkCredentials {
  abstract issue(trunkId: string, now: Date): Promise<TrunkCredentialsView>;
  /** The present ones, password included: only for finishing what a lost answer had begun. */
  abstract reveal(trunkId: string): Promise<TrunkCredentialsView | null>;
}

/** Seals the passwords that we must be able to send on. */
export abstract class GatewayPasswords {
  abstract seal(gatewayId: string, password: string): string;
  abstract open(gatewayId: string, sealed: string): string;
}

export type HostVerdict =
  /** `address` is what to connect to; null leaves resolving to the switch, where private hosts are allowed. */
  | { readonly isAllowed: true; readonly address: string | null }
  | { readonly isAllowed: false; readonly reason: string };

export abstract class HostResolver {
  /** Whether calls may be sent to the host: every address it stands for must be public, unless the deployment allows private ones. */
  abstract judge(host: string): Promise<HostVerdict>;
}

export type WebhookUrlVerdict = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export abstract class WebhookUrls {
  /** Whether a webhook may be sent there: https, an allowed port, and public addresses unless the deployment allows others. */
  abstract judge(url: string): Promise<WebhookUrlVerdict>;
}

export interface KnownNumber {
  readonly numberId: string;
  readonly accountId: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: string;
  readonly status: string;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
}

/** Voice's view of numbering. */
export abstract class NumberDirectory {
  /** The live number of whatever account. */
  abstract findByE164(e164: string): Promise<KnownNumber | null>;
  abstract isOwned(accountId: string, e164: string): Promise<boolean>;
  /** As `isOwned`; the number is not released until the transaction ends. After trunks and profiles, which are locked first. */
  abstract lockOwned(accountId: string, e164: string): Promise<boolean>;
  abstract countByTrunks(accountId: string, trunkIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Active ones, as a profile shows them. */
  abstract countByProfiles(accountId: string, profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Live ones, those that do not work at present included. */
  abstract countLiveByProfile(accountId: string, profileId: string): Promise<number>;
}

/** Asks numbering to let go of what is archived by force. Joins the transaction. */
export abstract class NumberRouting {
  abstract detachTrunk(accountId: string, trunkId: string): Promise<unknown>;
  abstract detachProfile(accountId: string, profileId: string): Promise<unknown>;
}

export interface PricedCall {
  readonly direction: 'inbound' | 'outbound';
  /** As the switch sent it; not always a number. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** Of our own number, for calls in. */
  readonly numberType: string | null;
}

/** Voice's view of rating. */
export abstract class CallPrices {
  /** Null when the deck has no price for the call. */
  abstract quote(call: PricedCall): Promise<RateQuote | null>;
  /** What so much time of a call with these legs costs, as its record will be rated. */
  abstract totalCents(legs: readonly RateQuote[], billableSeconds: number): number;
  /** How long a call with these legs may last on that money: 0 when not even its beginning is covered. */
  abstract affordableSeconds(legs: readonly RateQuote[], availableCents: number): number;
}

/** Voice's view of identity. */
export abstract class AccountStates {
  /** Throws not_found. */
  abstract callTerms(accountId: string): Promise<{
    readonly status: AccountStatus;
    readonly tier: Tier;
    /** Set by an operator; null leaves it to the tier. */
    readonly maxConcurrentCalls: number | null;
  }>;
}

/** What the deployment lets calls out of an account cost on a day of UTC. */
export abstract class SpendCaps implements DailyCaps {
  abstract readonly trialCents: number | null;
  abstract readonly selfServeCents: number | null;
}

/** What an operator did, for the audit trail. */
export interface OperatorEntry {
  /** The operator, by the fingerprint of the token. */
  readonly actor: string;
  /** As `resource.verb`. */
  readonly action:
    | 'carrier.create'
    | 'carrier.change'
    | 'carrier.delete'
    | 'call.end'
    | 'source_network.confirm'
    | 'source_network.reject';
  /** The id of what it was done to. */
  readonly subject: string;
  readonly accountId?: string;
  readonly before?: object;
  readonly after?: object;
}

/** The audit trail of what operators change. */
export abstract class AuditLog {
  /** Joins the transaction around it. */
  abstract record(entry: OperatorEntry): Promise<void>;
}

/** Takes turns for round robin, across processes. */
export abstract class Turns {
  /** 1, 2, 3, … for each profile. */
  abstract next(profileId: string): Promise<number>;
}

/** What the numbering plan says of a number. */
export abstract class NumberingPlan {
  /** ISO-2; null for a number of no country. */
  abstract countryOf(e164: string): string | null;
  /** Of a country, without `+`; null for one that has none. */
  abstract callingCodeOf(country: string): string | null;
  /** As it is dialled within its country, digits alone; null for a number that no plan knows. */
  abstract nationalOf(e164: string): string | null;
}

export abstract class RandomSource {
  /** At least 0, less than 1. */
  abstract next(): number;
}
