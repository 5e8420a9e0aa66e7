import type { RouteStatus } from '../domain/trunks/sip-trunk';
import type { RoutingProfileRepository } from './profiles/ports';
import type { SipTrunkRepository } from './trunks/ports';

/** The trunks and profiles that a number can be routed to, for other contexts. */
export class RouteTargets {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly profiles: RoutingProfileRepository,
  ) {}

  /** Returns null for another account's trunk. Inside a transaction the status cannot change until the transaction ends. */
  trunkStatus(accountId: string, trunkId: string): Promise<RouteStatus | null> {
    return this.trunks.status(accountId, trunkId);
  }

  /** Behaves as `trunkStatus`. */
  profileStatus(accountId: string, profileId: string): Promise<RouteStatus | null> {
    return this.profiles.status(accountId, profileId);
  }
}
