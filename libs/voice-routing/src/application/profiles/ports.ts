import type { Page, PageRequest } from '@trunkline/kernel';
import type { RoutingProfile, Strategy } from '../../domain/profiles/routing-profile';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import type { RouteFilters, RouteSort } from '../trunks/ports';
import type { StoredProfileView, TargetView } from './views';

/** A trunk or WebRTC user. */
export type TargetDestination = { readonly sipTrunkId: string } | { readonly webrtcUserId: string };

export abstract class RoutingProfileRepository {
  /** Throws `name_in_use`. */
  abstract add(profile: RoutingProfile): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(profile: RoutingProfile): Promise<void>;
  /** Locks the profile until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<RoutingProfile>;
  /** Locks the profiles with an enabled target that leads there, except archived ones, in id order. Returns their ids. */
  abstract lockLeadingTo(accountId: string, to: TargetDestination): Promise<readonly string[]>;
}

/** Targets are changed under the lock of their profile, which is locked before trunks. */
export abstract class RoutingTargetRepository {
  abstract add(target: RoutingTarget): Promise<void>;
  abstract save(target: RoutingTarget): Promise<void>;
  abstract remove(target: RoutingTarget): Promise<void>;
  /** Orders by position, then age. */
  abstract ofProfile(profileId: string): Promise<RoutingTarget[]>;
  /** Excludes targets of archived profiles. */
  abstract enabledLeadingTo(to: TargetDestination): Promise<RoutingTarget[]>;
}

/**
 * The states of what numbers and targets lead to. Null for a resource of another account. Within a transaction, it can be neither
 * archived nor deleted until the transaction ends.
 */
export abstract class RouteTargets {
  /** Returns the trunks or profiles of the account that have one of the names or IDs, without archived ones. */
  abstract named(
    accountId: string,
    kind: 'trunk' | 'profile',
    names: readonly string[],
  ): Promise<readonly { readonly id: string; readonly name: string; readonly status: RouteStatus }[]>;
  abstract trunkStatus(accountId: string, trunkId: string): Promise<RouteStatus | null>;
  abstract profileStatus(accountId: string, profileId: string): Promise<RouteStatus | null>;
  abstract userStatus(accountId: string, webrtcUserId: string): Promise<RouteStatus | null>;
}

export interface ProfileFilters extends RouteFilters {
  readonly strategies: readonly Strategy[] | null;
}

export abstract class ProfileQueries {
  abstract list(
    accountId: string,
    filters: ProfileFilters,
    page: PageRequest<RouteSort>,
  ): Promise<Page<StoredProfileView>>;
  abstract find(accountId: string, id: string): Promise<StoredProfileView | null>;
  /** Throws `not_found`. */
  abstract get(accountId: string, id: string): Promise<StoredProfileView>;
  /** Orders by position, then age. */
  abstract targets(profileId: string): Promise<TargetView[]>;
}

export type WebhookUrlCheck = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export abstract class WebhookUrls {
  /** Checks for https, an allowed port and public addresses, unless the deployment allows private ones. */
  abstract check(url: string): Promise<WebhookUrlCheck>;
}
