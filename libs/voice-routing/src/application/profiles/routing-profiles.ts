import type { Clock, Page, PageRequest, Transactor } from '@trunkline/kernel';
import { type ProfileChange, type ProfileOptions, RoutingProfile } from '../../domain/profiles/routing-profile';
import { RoutingTarget, type TargetChange, type TargetKind, withPositions } from '../../domain/profiles/routing-target';
import { type ArchiveRequest, assertUnused } from '../archive-request';
import { withFieldPath } from '../nested-fields';
import { idFromOperation } from '../id-from-operation';
import type { NumberDirectory, NumberRouting } from '../ports';
import type { RouteSort } from '../trunks/ports';
import type { ProfileFilters, ProfileQueries, RoutingProfileRepository, RoutingTargetRepository } from './ports';
import type { TargetChecks } from './target-checks';
import type { ProfileDetail, ProfileView } from './views';

export type TargetInput = TargetChange & { readonly kind: TargetKind };

export interface NewProfileRequest {
  readonly accountId: string;
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly options: Partial<ProfileOptions> & Pick<ProfileOptions, 'name'>;
  readonly targets: readonly TargetInput[];
}

export class RoutingProfiles {
  constructor(
    private readonly tx: Transactor,
    private readonly profiles: RoutingProfileRepository,
    private readonly targets: RoutingTargetRepository,
    private readonly queries: ProfileQueries,
    private readonly checks: TargetChecks,
    private readonly numbers: NumberDirectory,
    private readonly routing: NumberRouting,
    private readonly clock: Clock,
  ) {}

  async list(accountId: string, filters: ProfileFilters, page: PageRequest<RouteSort>): Promise<Page<ProfileView>> {
    const { items, next } = await this.queries.list(accountId, filters, page);
    const counts = await this.numbers.countByProfiles(
      accountId,
      items.map(({ id }) => id),
    );
    return { items: items.map((profile) => ({ ...profile, numberCount: counts.get(profile.id) ?? 0 })), next };
  }

  /** Throws `not_found`. */
  async get(accountId: string, id: string): Promise<ProfileDetail> {
    const profile = await this.view(accountId, id);
    return { profile, targets: await this.queries.targets(id) };
  }

  /** Throws `not_found`. */
  async view(accountId: string, id: string): Promise<ProfileView> {
    const profile = await this.queries.get(accountId, id);
    const counts = await this.numbers.countByProfiles(accountId, [id]);
    return { ...profile, numberCount: counts.get(id) ?? 0 };
  }

  /**
   * Returns the profile of the first request when repeated. Throws `name_in_use`, `trunk_not_active`, `url_not_allowed`,
   * `invalid_input`.
   */
  async create({ accountId, operationId, options, targets }: NewProfileRequest): Promise<ProfileDetail> {
    const id = idFromOperation('rp', operationId);
    if (await this.queries.find(accountId, id)) return this.get(accountId, id);
    await this.checks.assertUrlsAllowed(targets);
    return this.tx.run(async () => {
      const profile = RoutingProfile.create(accountId, options, this.clock.now(), id);
      await this.profiles.add(profile);
      for (const [index, input] of withPositions(targets).entries()) {
        await withFieldPath(`targets.${index}`, () => this.addTarget(profile, input));
      }
      return this.get(accountId, profile.id);
    });
  }

  /** Throws `not_found`, `name_in_use`, `invalid_state` for an archived profile. */
  update(accountId: string, id: string, change: ProfileChange): Promise<ProfileView> {
    return this.tx.run(async () => {
      const profile = await this.profiles.lock(accountId, id);
      profile.change(change, this.clock.now());
      await this.profiles.save(profile);
      return this.view(accountId, id);
    });
  }

  /**
   * Copies a profile with its targets under another name. Targets whose trunk is not active, or whose number is being released, are disabled in the copy. Throws
   * `not_found`, `name_in_use`.
   */
  duplicate(accountId: string, id: string, name: string): Promise<ProfileDetail> {
    return this.tx.run(async () => {
      const { strategy, ringTimeoutSeconds, maxRetries } = await this.profiles.lock(accountId, id);
      const now = this.clock.now();
      const copy = RoutingProfile.create(accountId, { name, strategy, ringTimeoutSeconds, maxRetries }, now);
      await this.profiles.add(copy);
      for (const target of await this.targets.ofProfile(id)) {
        const copied = target.copyTo(copy, now);
        if (!(await this.checks.isUsable(copied))) copied.disable(now);
        await this.targets.add(copied);
      }
      return this.get(accountId, copy.id);
    });
  }

  /**
   * Archives the profile. With `isForced`, detaches its numbers. Throws `not_found`, `invalid_state`, `resource_in_use`
   * with the count.
   */
  archive({ accountId, id, isForced }: ArchiveRequest): Promise<ProfileView> {
    return this.tx.run(async () => {
      const profile = await this.profiles.lock(accountId, id);
      profile.archive(this.clock.now());
      const numbers = await this.numbers.countLiveByProfile(accountId, id);
      if (!isForced) assertUnused({ numbers });
      if (numbers > 0) await this.routing.detachProfile(accountId, id);
      await this.profiles.save(profile);
      return this.view(accountId, id);
    });
  }

  private async addTarget(profile: RoutingProfile, input: TargetInput & { readonly position: number }): Promise<void> {
    const target = RoutingTarget.create(profile, input, this.clock.now());
    await this.checks.assertUsable(target);
    await this.targets.add(target);
  }
}
