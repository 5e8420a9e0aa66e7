import type { Clock } from '@trunkline/kernel';
import type { RoutingProfileRepository, RoutingTargetRepository } from './ports';

export interface TargetRef {
  readonly id: string;
  readonly profileId: string;
}

/**
 * Disables targets that lose their destination: an archived trunk, a deleted WebRTC user or a released number. Every method joins the caller's
 * transaction.
 */
export class EnabledTargets {
  constructor(
    private readonly profiles: RoutingProfileRepository,
    private readonly targets: RoutingTargetRepository,
    private readonly clock: Clock,
  ) {}

  /** Locks the profiles with an enabled target on the trunk, and returns their ids. Must precede the lock of the trunk. */
  lockProfilesOnTrunk(accountId: string, trunkId: string): Promise<readonly string[]> {
    return this.profiles.lockOnTrunk(accountId, trunkId);
  }

  /** Returns the enabled targets on the trunk, which no target can join while the trunk is locked. */
  onTrunk(trunkId: string): Promise<readonly TargetRef[]> {
    return this.targets.enabledOnTrunk(trunkId);
  }

  /** Locks the profiles with an enabled target that leads to the user, as `lockProfilesOnTrunk` does. */
  lockProfilesOnUser(accountId: string, webrtcUserId: string): Promise<readonly string[]> {
    return this.profiles.lockOnUser(accountId, webrtcUserId);
  }

  /** Returns the enabled targets that lead to the user, which no target can join while the user is locked. */
  onUser(webrtcUserId: string): Promise<readonly TargetRef[]> {
    return this.targets.enabledOnUser(webrtcUserId);
  }

  /** Disables targets whose profiles are locked, which is a change of these profiles. */
  async disable(accountId: string, targets: readonly TargetRef[]): Promise<void> {
    const ids = new Set(targets.map(({ id }) => id));
    for (const profileId of new Set(targets.map((target) => target.profileId))) {
      const now = this.clock.now();
      const profile = await this.profiles.lock(accountId, profileId);
      profile.touch(now);
      for (const target of await this.targets.ofProfile(profileId)) {
        if (!ids.has(target.id)) continue;
        target.disable(now);
        await this.targets.save(target);
      }
      await this.profiles.save(profile);
    }
  }
}
