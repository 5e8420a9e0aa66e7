import type { Clock, Transactor } from '@trunkline/kernel';
import { type ArchiveRequest, assertUnused } from '../archive-request';
import type { NumberDirectory, NumberRouting } from '../ports';
import type { RoutingTargetRepository } from '../profiles/ports';
import type { SipTrunkRepository } from './ports';
import type { TrunkView } from './views';

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
   * Archives the trunk. With `isForced`, detaches its numbers and disables its targets. The trunk's lock keeps numbers and
   * targets from being pointed at it meanwhile. Throws `not_found`, `invalid_state`, `resource_in_use` with the counts.
   */
  execute({ accountId, id, isForced }: ArchiveRequest): Promise<TrunkView> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const trunk = await this.trunks.lock(accountId, id);
      trunk.archive(now);
      const targets = await this.targets.lockEnabledOnTrunk(id);
      const numbers = (await this.numbers.countByTrunks(accountId, [id])).get(id) ?? 0;
      if (!isForced) assertUnused({ numbers, targets: targets.length });
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
