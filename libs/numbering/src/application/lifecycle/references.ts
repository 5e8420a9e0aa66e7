import { invalidFields } from '@trunkline/kernel';
import type { Bundle } from '../../domain/lifecycle/bundle';
import { NumberingErrors } from '../../domain/errors';
import type { Route, RouteChange } from '../../domain/lifecycle/phone-number';
import type { Bundles, RouteTargets, RouteTargetStatus } from '../ports';

/** What a body refers to must be the account's own, or the field is named in a 422 (contract, section 0, References). */
export class References {
  constructor(
    private readonly targets: RouteTargets,
    private readonly bundles: Bundles,
  ) {}

  /** A trunk or a profile, not both, and an active one. */
  async requireActive(accountId: string, { trunkId, routingProfileId }: RouteChange): Promise<void> {
    if (trunkId && routingProfileId) {
      const message = 'a number routes to a trunk or to a routing profile, not to both';
      throw invalidFields({ trunk_id: message, routing_profile_id: message });
    }
    if (trunkId) await this.requireTrunk(accountId, trunkId);
    if (routingProfileId) await this.requireProfile(accountId, routingProfileId);
  }

  /**
   * Whether a number may still be given the route that it was ordered with: not when the target is archived meanwhile. In
   * a transaction it stays so until the end. One that is only disabled keeps its numbers.
   */
  async isStanding({ accountId, trunkId, routingProfileId }: Route & { readonly accountId: string }): Promise<boolean> {
    if (trunkId) return isKept(await this.targets.trunkStatus(accountId, trunkId));
    return routingProfileId === null || isKept(await this.targets.profileStatus(accountId, routingProfileId));
  }

  async bundle(accountId: string, bundleId: string): Promise<Bundle> {
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
