import { invalidFields } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Bundle } from '../../domain/lifecycle/bundle';
import type { Route, RouteChange } from '../../domain/lifecycle/route';
import type { Bundles } from '../ports';

export type RouteTargetStatus = 'active' | 'disabled' | 'archived';

export type RouteTargetKind = 'trunk' | 'profile';

export interface NamedRouteTarget {
  readonly id: string;
  readonly name: string;
  readonly status: RouteTargetStatus;
}

/** The targets that a number can route to, from voice routing. Returns null for a target of another account. */
export abstract class RouteTargets {
  /** Returns the targets of the account that have one of the names or IDs, without archived ones. */
  abstract named(
    accountId: string,
    kind: RouteTargetKind,
    names: readonly string[],
  ): Promise<readonly NamedRouteTarget[]>;
  abstract trunkStatus(accountId: string, trunkId: string): Promise<RouteTargetStatus | null>;
  abstract profileStatus(accountId: string, profileId: string): Promise<RouteTargetStatus | null>;
}

/** Validates the trunks, routing profiles and bundles that a request refers to. */
export class References {
  constructor(
    private readonly targets: RouteTargets,
    private readonly bundles: Bundles,
  ) {}

  /** Requires an active trunk or an active profile of the account, not both. */
  async requireActive(accountId: string, { trunkId, routingProfileId }: RouteChange): Promise<void> {
    if (trunkId && routingProfileId) {
      const message = 'a number routes to a trunk or to a routing profile, not to both';
      throw invalidFields({ trunk_id: message, routing_profile_id: message });
    }
    if (trunkId) await this.requireTrunk(accountId, trunkId);
    if (routingProfileId) await this.requireProfile(accountId, routingProfileId);
  }

  /**
   * Returns whether a number can still be given the route of its order: false when the target was archived since. Within
   * a transaction this holds until its end. A disabled target keeps its numbers.
   */
  async isRoutable({ accountId, trunkId, routingProfileId }: Route & { readonly accountId: string }): Promise<boolean> {
    if (trunkId) return isKept(await this.targets.trunkStatus(accountId, trunkId));
    return routingProfileId === null || isKept(await this.targets.profileStatus(accountId, routingProfileId));
  }

  async getBundle(accountId: string, bundleId: string): Promise<Bundle> {
    const bundle = await this.bundles.find(accountId, bundleId);
    if (!bundle) throw invalidFields({ compliance_bundle_id: 'is not a compliance bundle of this account' });
    return bundle;
  }

  private async requireTrunk(accountId: string, trunkId: string): Promise<void> {
    const status = await this.targets.trunkStatus(accountId, trunkId);
    if (!status) throw invalidFields({ trunk_id: 'is not a trunk of this account' });
    if (status !== 'active') throw NumberingErrors.trunk_not_active();
  }

  private async requireProfile(accountId: string, profileId: string): Promise<void> {
    const status = await this.targets.profileStatus(accountId, profileId);
    if (!status) throw invalidFields({ routing_profile_id: 'is not a routing profile of this account' });
    if (status !== 'active') throw NumberingErrors.routing_profile_not_active();
  }
}

function isKept(status: RouteTargetStatus | null): boolean {
  return status === 'active' || status === 'disabled';
}
