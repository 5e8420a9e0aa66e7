import { type Clock, CommonErrors, invalidFields, type Transactor } from '@trunkline/kernel';
import { VoiceRoutingErrors } from '../../domain/errors';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';
import {
  nextPosition,
  RoutingTarget,
  type TargetChange,
  TARGETS_PER_PROFILE_MAX,
  withPositions,
} from '../../domain/profiles/routing-target';
import { withFieldPath } from '../nested-fields';
import { idFromOperation } from '../id-from-operation';
import type { RoutingProfileRepository, RoutingTargetRepository } from './ports';
import type { RoutingProfiles, TargetInput } from './routing-profiles';
import type { TargetChecks } from './target-checks';
import type { ProfileDetail, TargetView } from './views';

export interface ProfileAddress {
  readonly accountId: string;
  readonly profileId: string;
}

export interface TargetAddress extends ProfileAddress {
  readonly targetId: string;
}

interface ChangeTerms {
  readonly assertCurrent?: (() => Promise<void>) | undefined;
  readonly touches?: boolean;
}

/** With `id`, omitted members keep their values, so `id` alone only moves the target. Without `id`, `kind` is required. */
export type TargetReplacement = TargetChange & { readonly id?: string };

/** Targets of a profile. Each change locks the profile first, so that the limit of targets holds. */
export class RoutingTargets {
  constructor(
    private readonly tx: Transactor,
    private readonly profileStore: RoutingProfileRepository,
    private readonly targets: RoutingTargetRepository,
    private readonly checks: TargetChecks,
    private readonly profiles: RoutingProfiles,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a target. `operationId` is stable across retries of one request: a repeated request returns the target of the
   * first. Throws `not_found`, `invalid_state`, `target_limit_reached`, `trunk_not_active`, `url_not_allowed`,
   * `invalid_input`.
   */
  async add(address: ProfileAddress, operationId: string, input: TargetInput): Promise<TargetView> {
    const id = idFromOperation('rpt', operationId);
    await this.checks.assertUrlAllowed(input.webhookUrl);
    return this.changing(address, async (profile, present, now) => {
      const existing = present.find((target) => target.id === id);
      if (existing) return existing;
      if (present.length >= TARGETS_PER_PROFILE_MAX) throw VoiceRoutingErrors.target_limit_reached();
      const position = input.position ?? nextPosition(present);
      const target = RoutingTarget.create(profile, { ...input, position }, now, id);
      await this.checks.assertUsable(target);
      await this.targets.add(target);
      return target;
    });
  }

  /**
   * Requires an active trunk when the target is enabled or refers to another trunk; an unchanged trunk may be disabled. Runs
   * `assertCurrent` with the profile locked. Its error leaves the target unchanged.
   */
  async update(
    { targetId, ...address }: TargetAddress,
    change: TargetChange,
    assertCurrent?: () => Promise<void>,
  ): Promise<TargetView> {
    await this.checks.assertUrlAllowed(change.webhookUrl);
    const work = async (_profile: RoutingProfile, present: readonly RoutingTarget[], now: Date) => {
      const target = findPresent(present, targetId);
      await this.alter(target, change, now);
      return target;
    };
    return this.changing(address, work, { assertCurrent, touches: Object.keys(change).length > 0 });
  }

  async get({ accountId, profileId, targetId }: TargetAddress): Promise<TargetView> {
    const { targets } = await this.profiles.get(accountId, profileId);
    const target = targets.find(({ id }) => id === targetId);
    if (!target) throw CommonErrors.not_found();
    return target;
  }

  remove({ targetId, ...address }: TargetAddress): Promise<void> {
    return this.changing(address, async (_profile, present) => this.targets.remove(findPresent(present, targetId)));
  }

  /**
   * Replaces the list in the given order: updates targets with an id, creates those without, removes the rest. Runs
   * `assertCurrent` as `update` does.
   */
  async replace(
    address: ProfileAddress,
    list: readonly TargetReplacement[],
    assertCurrent?: () => Promise<void>,
  ): Promise<ProfileDetail> {
    assertDistinct(list);
    await this.checks.assertUrlsAllowed(list);
    return this.tx.run(async () => {
      const work = async (profile: RoutingProfile, present: readonly RoutingTarget[], now: Date) => {
        const kept = new Set(list.map(({ id }) => id));
        for (const target of present) if (!kept.has(target.id)) await this.targets.remove(target);
        for (const [index, { id, ...input }] of withPositions(list).entries()) {
          await withFieldPath(`targets.${index}`, () => this.place(profile, { present, id, input }, now));
        }
      };
      await this.changing(address, work, { assertCurrent });
      return this.profiles.get(address.accountId, address.profileId);
    });
  }

  private async place(
    profile: RoutingProfile,
    item: {
      readonly present: readonly RoutingTarget[];
      readonly id: string | undefined;
      readonly input: TargetChange & { readonly position: number };
    },
    now: Date,
  ): Promise<void> {
    const { present, id, input } = item;
    const known = present.find((target) => target.id === id);
    if (known) return this.alter(known, input, now);
    if (id !== undefined) throw invalidFields({ id: 'must be a target of this profile' });
    if (input.kind === undefined) throw invalidFields({ kind: 'is required without the id of a target to keep' });
    const target = RoutingTarget.create(profile, { ...input, kind: input.kind }, now);
    await this.checks.assertUsable(target);
    await this.targets.add(target);
  }

  private async alter(target: RoutingTarget, change: TargetChange, now: Date): Promise<void> {
    const [before, wasEnabled] = [destinationOf(target), target.enabled];
    target.change(change, now);
    if (destinationOf(target) !== before || (target.enabled && !wasEnabled)) await this.checks.assertUsable(target);
    await this.targets.save(target);
  }

  /**
   * Locks the profile, and counts the work as a change of it if `touches`. `assertCurrent` comes first: a stale ETag is
   * stale for an archived profile too. Then throws `invalid_state` for an archived profile.
   */
  private changing<T>(
    { accountId, profileId }: ProfileAddress,
    work: (profile: RoutingProfile, present: readonly RoutingTarget[], now: Date) => Promise<T>,
    { assertCurrent, touches = true }: ChangeTerms = {},
  ): Promise<T> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      const profile = await this.profileStore.lock(accountId, profileId);
      await assertCurrent?.();
      profile.touch(touches ? now : profile.updatedAt);
      const result = await work(profile, await this.targets.ofProfile(profileId), now);
      await this.profileStore.save(profile);
      return result;
    });
  }
}

/** Names the trunk, number or WebRTC user that a target leads to. */
function destinationOf({ kind, sipTrunkId, pstnForwardE164, webrtcUserId }: RoutingTarget): string {
  return [kind, sipTrunkId ?? pstnForwardE164 ?? webrtcUserId].join(' ');
}

function findPresent(present: readonly RoutingTarget[], id: string): RoutingTarget {
  const target = present.find((each) => each.id === id);
  if (!target) throw CommonErrors.not_found();
  return target;
}

function assertDistinct(list: readonly TargetReplacement[]): void {
  const ids = list.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const twice = list.findIndex(({ id }) => id !== undefined && ids.indexOf(id) !== ids.lastIndexOf(id));
  if (twice !== -1) throw invalidFields({ [`targets.${twice}.id`]: 'must not occur twice in the list' });
}
