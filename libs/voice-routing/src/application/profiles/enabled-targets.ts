import { type Clock, RetryTransaction } from '@trunkline/kernel';
import type { RoutingProfileRepository, RoutingTargetRepository, TargetDestination } from './ports';

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

  /**
   * Locks a destination with the profiles whose enabled targets lead to it. Profiles are locked first: if one received such a
   * target between the two locks, the transaction restarts. No target can be pointed at the destination while it is locked.
   */
  async lockWith<T>(
    accountId: string,
    to: TargetDestination,
    lock: () => Promise<T>,
  ): Promise<{ readonly locked: T; readonly targets: readonly TargetRef[] }> {
    const profileIds = await this.profiles.lockLeadingTo(accountId, to);
    const locked = await lock();
    const targets = await this.targets.enabledLeadingTo(to);
    if (targets.some(({ profileId }) => !profileIds.includes(profileId)))
      throw new RetryTransaction('A profile that is not locked yet has a target with the destination.');
    return { locked, targets };
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
