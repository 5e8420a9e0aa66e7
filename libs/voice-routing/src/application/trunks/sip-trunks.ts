import { type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import type { TrunkChange } from '../../domain/trunks/sip-trunk';
import { type ArchiveRequest, assertUnused } from '../archive-request';
import type { NumberDirectory, NumberRouting } from '../ports';
import type { EnabledTargets } from '../profiles/enabled-targets';
import type { SipTrunkRepository, TrunkCredentials, TrunkQueries } from './ports';
import type { TrunkChecks } from './trunk-checks';
import type { TrunkCredentialsView, TrunkDetail, TrunkView } from './views';

export class SipTrunks {
  constructor(
    private readonly tx: Transactor,
    private readonly trunks: SipTrunkRepository,
    private readonly credentials: TrunkCredentials,
    private readonly queries: TrunkQueries,
    private readonly numbers: NumberDirectory,
    private readonly routing: NumberRouting,
    private readonly targets: EnabledTargets,
    private readonly checks: TrunkChecks,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. */
  async get(accountId: string, id: string): Promise<TrunkDetail> {
    const trunk = await this.queries.get(accountId, id);
    const profileIds = trunk.profiles.map((profile) => profile.id);
    const [direct, ofProfiles] = await Promise.all([
      this.numbers.countByTrunks(accountId, [id]),
      this.numbers.countByProfiles(accountId, profileIds),
    ]);
    const profiles = trunk.profiles.map((profile) => ({ ...profile, numberCount: ofProfiles.get(profile.id) ?? 0 }));
    return { ...trunk, numberCount: direct.get(id) ?? 0, profiles };
  }

  /** Throws `not_found`, `invalid_state` when archived, `name_in_use`, `invalid_input`. */
  update(accountId: string, id: string, change: TrunkChange): Promise<TrunkView> {
    return this.tx.run(async () => {
      const trunk = await this.trunks.lock(accountId, id);
      await this.checks.assertOwned(accountId, change);
      trunk.change(change, this.clock.now(), await this.checks.networkLimit(accountId, change.inboundCidrs));
      await this.trunks.save(trunk);
      return trunk;
    });
  }

  /**
   * Archives the trunk. With `isForced`, detaches its numbers and disables its targets. The trunk's lock keeps numbers and
   * targets from being pointed at it meanwhile. Throws `not_found`, `invalid_state`, `resource_in_use` with the counts.
   */
  archive({ accountId, id, isForced }: ArchiveRequest): Promise<TrunkView> {
    return this.tx.run(async () => {
      const lock = () => this.trunks.lock(accountId, id);
      const { locked: trunk, targets } = await this.targets.lockWith(accountId, { sipTrunkId: id }, lock);
      trunk.archive(this.clock.now());
      const numbers = (await this.numbers.countByTrunks(accountId, [id])).get(id) ?? 0;
      if (!isForced) assertUnused({ numbers, targets: targets.length });
      await this.targets.disable(accountId, targets);
      if (numbers > 0) await this.routing.detachTrunk(accountId, id);
      await this.trunks.save(trunk);
      return trunk;
    });
  }

  /** Returns the name that systems register with; null unless the trunk is in register mode. Throws `not_found`. */
  async sipUsername(accountId: string, id: string): Promise<string | null> {
    const { registrationMode } = await this.trunks.get(accountId, id);
    return registrationMode === 'register' ? this.credentials.username(id) : null;
  }

  /** Replaces the credentials. Throws `invalid_state` for a trunk that is archived or not in register mode. */
  issueCredentials(accountId: string, id: string): Promise<TrunkCredentialsView> {
    return this.tx.run(async () => {
      const trunk = await this.trunks.lock(accountId, id);
      if (trunk.status === 'archived' || trunk.registrationMode !== 'register')
        throw CommonErrors.invalid_state({
          message: `Only active and disabled trunks in registration mode register have credentials: this trunk is ${trunk.status}, in mode ${trunk.registrationMode}.`,
        });
      return this.credentials.issue(id, this.clock.now());
    });
  }
}
