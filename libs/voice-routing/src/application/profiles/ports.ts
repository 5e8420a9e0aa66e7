import type { Page, PageRequest } from '@trunkline/kernel';
import type { RoutingProfile, Strategy } from '../../domain/profiles/routing-profile';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import type { RouteFilters, RouteSort } from '../trunks/ports';
import type { ProfileRow, TargetView } from './views';

export abstract class RoutingProfileRepository {
  /** Throws `name_in_use`. */
  abstract add(profile: RoutingProfile): Promise<void>;
  /** Throws `name_in_use`. */
  abstract save(profile: RoutingProfile): Promise<void>;
  /** Locks the profile until the transaction ends. Throws `not_found`. */
  abstract lock(accountId: string, id: string): Promise<RoutingProfile>;
  /** Locks the profiles with an enabled target on the trunk, except archived ones, in id order. Returns their ids. */
  abstract lockOnTrunk(accountId: string, trunkId: string): Promise<readonly string[]>;
  /** Does the same for the profiles with an enabled target that leads to the WebRTC user. */
  abstract lockOnUser(accountId: string, webrtcUserId: string): Promise<readonly string[]>;
  /** Behaves as SipTrunkRepository.status. */
  abstract status(accountId: string, id: string): Promise<RouteStatus | null>;
}

/** Targets are changed under the lock of their profile, which is locked before trunks. */
export abstract class RoutingTargetRepository {
  abstract add(target: RoutingTarget): Promise<void>;
  abstract save(target: RoutingTarget): Promise<void>;
  abstract remove(target: RoutingTarget): Promise<void>;
  abstract ofProfile(profileId: string): Promise<RoutingTarget[]>;
  /** Excludes targets of archived profiles. */
  abstract enabledOnTrunk(trunkId: string): Promise<RoutingTarget[]>;
  /** Excludes targets of archived profiles. */
  abstract enabledOnUser(webrtcUserId: string): Promise<RoutingTarget[]>;
}

export interface ProfileFilters extends RouteFilters {
  readonly strategies: readonly Strategy[] | null;
}

export abstract class ProfileQueries {
  abstract list(accountId: string, filters: ProfileFilters, page: PageRequest<RouteSort>): Promise<Page<ProfileRow>>;
  abstract get(accountId: string, id: string): Promise<ProfileRow | null>;
  /** Orders by position, then age. */
  abstract targets(profileId: string): Promise<TargetView[]>;
}

export type WebhookUrlCheck = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export abstract class WebhookUrls {
  /** Checks for https, an allowed port and public addresses, unless the deployment allows private ones. */
  abstract check(url: string): Promise<WebhookUrlCheck>;
}
