import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type RoutingProfileRepository, type RoutingTargetRepository } from '../../application/profiles/ports';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';
import { byPosition, type RoutingTarget } from '../../domain/profiles/routing-target';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import { routeStatus, withUniqueName } from '../routes';
import { RoutingProfileSchema, RoutingTargetSchema } from '../schema';

const NAME_INDEX = 'routing_profiles_live_name';
const LOCK = { mode: 'pessimistic_write' } as const;

/** `reference` is the column of what the targets lead to. */
const lockLeadingTo = (reference: 'sip_trunk_id' | 'webrtc_user_id') => `SELECT p.id FROM voice.routing_profiles p
  WHERE p.account_id = $1 AND p.status <> 'archived'
    AND EXISTS (SELECT FROM voice.routing_targets t WHERE t.profile_id = p.id AND t.enabled AND t.${reference} = $2)
  ORDER BY p.id FOR UPDATE`;

export class StoredRoutingProfiles implements RoutingProfileRepository {
  constructor(private readonly db: Database) {}

  add(profile: RoutingProfile): Promise<void> {
    return withUniqueName(NAME_INDEX, () => this.db.manager.insert(RoutingProfileSchema, profile));
  }

  save(profile: RoutingProfile): Promise<void> {
    return withUniqueName(NAME_INDEX, () => this.db.manager.save(RoutingProfileSchema, profile));
  }

  async lock(accountId: string, id: string): Promise<RoutingProfile> {
    const profile = await this.db.manager.findOne(RoutingProfileSchema, { where: { id, accountId }, lock: LOCK });
    if (!profile) throw CommonErrors.not_found();
    return profile;
  }

  lockOnTrunk(accountId: string, trunkId: string): Promise<readonly string[]> {
    return this.lockLeading('sip_trunk_id', [accountId, trunkId]);
  }

  lockOnUser(accountId: string, webrtcUserId: string): Promise<readonly string[]> {
    return this.lockLeading('webrtc_user_id', [accountId, webrtcUserId]);
  }

  private async lockLeading(reference: Parameters<typeof lockLeadingTo>[0], values: readonly string[]) {
    return (await this.db.query<{ id: string }>(lockLeadingTo(reference), values)).map(({ id }) => id);
  }

  status(accountId: string, id: string): Promise<RouteStatus | null> {
    return routeStatus(this.db, 'voice.routing_profiles', [id, accountId]);
  }
}

export class StoredRoutingTargets implements RoutingTargetRepository {
  constructor(private readonly db: Database) {}

  async add(target: RoutingTarget): Promise<void> {
    await this.db.manager.insert(RoutingTargetSchema, target);
  }

  async save(target: RoutingTarget): Promise<void> {
    await this.db.manager.save(RoutingTargetSchema, target);
  }

  async remove({ id }: RoutingTarget): Promise<void> {
    await this.db.manager.delete(RoutingTargetSchema, { id });
  }

  async ofProfile(profileId: string): Promise<RoutingTarget[]> {
    return byPosition(await this.db.manager.findBy(RoutingTargetSchema, { profileId }));
  }

  enabledOnTrunk(trunkId: string): Promise<RoutingTarget[]> {
    return this.enabledLeadingTo('target.sipTrunkId = :id', trunkId);
  }

  enabledOnUser(webrtcUserId: string): Promise<RoutingTarget[]> {
    return this.enabledLeadingTo('target.webrtcUserId = :id', webrtcUserId);
  }

  private enabledLeadingTo(condition: string, id: string): Promise<RoutingTarget[]> {
    return this.db.manager
      .createQueryBuilder(RoutingTargetSchema, 'target')
      .where(`${condition} AND target.enabled`, { id })
      .andWhere(`target.profileId IN (SELECT id FROM voice.routing_profiles WHERE status <> 'archived')`)
      .orderBy('target.id')
      .getMany();
  }
}
