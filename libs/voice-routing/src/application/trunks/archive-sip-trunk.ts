import { type Clock, type Fields, type Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type {
  NumberDirectory,
  NumberRouting,
  RoutingProfileRepository,
  RoutingTargetRepository,
  SipTrunkRepository,
} from '../ports';
import type { TrunkView } from '../views';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';

/** What stands in the way of archiving, or with `isForced` is let go of. */
export interface ArchiveRequest {
  readonly accountId: string;
  readonly id: string;
  readonly isForced: boolean;
}

export class ArchiveSipTrunk {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly targets: RoutingTargetRepository,
    private readonly numbers: NumberDirectory,
    private readonly routing: NumberRouting,
    private readonly clock: Clock,
  ) {}

  /**
   * Forced: numbers are detached, targets disabled. The trunk's lock keeps a number or a target from being pointed at
   * it meanwhile. Throws `not_found`, `invalid_state`, `resource_in_use` with the counts.
   */
  execute({ accountId, id, isForced }: ArchiveRequest): Promise<TrunkView> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const trunk = await this.trunks.lock(accountId, id);
      trunk.archive(now);
      const targets = await this.targets.lockEnabledOnTrunk(id);
      const numbers = (await this.numbers.countByTrunks(accountId, [id])).get(id) ?? 0;
      if (!isForced) refuseInUse({ numbers, targets: targets.length });
      for (const target of targets) {
        target.disable(now);
        await this.targets.save(target);
      }
      if (numbers > 0) await this.routing.detachTrunk(accountId, id);
      await this.trunks.save(trunk);
      return trunk;
    });
  }
}

export class ArchiveRoutingProfile {
  constructor(
    private readonly tx: Transactor,
    private readonly profiles: RoutingProfileRepository,
    private readonly numbers: NumberDirectory,
    private readonly routing: NumberRouting,
    private readonly clock: Clock,
  ) {}

  /** Forced: numbers are detached. Throws `not_found`, `invalid_state`, `resource_in_use` with the count. */
  execute({ accountId, id, isForced }: ArchiveRequest): Promise<RoutingProfile> {
    return this.tx.run(async () => {
      const profile = await this.profiles.lock(accountId, id);
      profile.archive(this.clock.now());
      const numbers = await this.numbers.countLiveByProfile(accountId, id);
      if (!isForced) refuseInUse({ numbers });
      if (numbers > 0) await this.routing.detachProfile(accountId, id);
      await this.profiles.save(profile);
      return profile;
    });
  }
}

/** Contract, section 10: `fields` counts what uses it, as texts. */
function refuseInUse(counts: Readonly<Record<string, number>>): void {
  const used = Object.entries(counts).filter(([, count]) => count > 0);
  const fields: Fields = Object.fromEntries(used.map(([name, count]) => [name, String(count)]));
  if (used.length > 0) throw VoiceRoutingErrors.resource_in_use({ fields });
}
