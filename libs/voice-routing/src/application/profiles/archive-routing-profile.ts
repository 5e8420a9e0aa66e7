import type { Clock, Transactor } from '@trunkline/kernel';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';
import { type ArchiveRequest, assertUnused } from '../archive-request';
import type { NumberDirectory, NumberRouting } from '../ports';
import type { RoutingProfileRepository } from './ports';

export class ArchiveRoutingProfile {
  constructor(
    private readonly tx: Transactor,
    private readonly profiles: RoutingProfileRepository,
    private readonly numbers: NumberDirectory,
    private readonly routing: NumberRouting,
    private readonly clock: Clock,
  ) {}

  /**
   * Archives the profile. With `isForced`, detaches its numbers. Throws `not_found`, `invalid_state`, `resource_in_use`
   * with the count.
   */
  execute({ accountId, id, isForced }: ArchiveRequest): Promise<RoutingProfile> {
    return this.tx.run(async () => {
      const profile = await this.profiles.lock(accountId, id);
      profile.archive(this.clock.now());
      const numbers = await this.numbers.countLiveByProfile(accountId, id);
      if (!isForced) assertUnused({ numbers });
      if (numbers > 0) await this.routing.detachProfile(accountId, id);
      await this.profiles.save(profile);
      return profile;
    });
  }
}
