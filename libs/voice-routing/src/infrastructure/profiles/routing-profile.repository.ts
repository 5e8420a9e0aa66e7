import type { Database } from '@trunkline/platform';
import type {
  RoutingProfileRepository,
  RoutingTargetRepository,
  TargetDestination,
} from '../../application/profiles/ports';
import type { RoutingProfile } from '../../domain/profiles/routing-profile';
import type { RoutingTarget } from '../../domain/profiles/routing-target';
import { uniqueName } from '../routes';
import { RoutingProfileSchema, RoutingTargetSchema } from '../schema';

const nameInUse = uniqueName('routing_profiles_live_name');

/** SQL: the order in which a profile lists and tries its targets. */
export const BY_POSITION = 'ORDER BY position, created_at, id';

/** The column of what the targets lead to, and its value. */
const referenceOf = (to: TargetDestination) =>
  'sipTrunkId' in to ? (['sip_trunk_id', to.sipTrunkId] as const) : (['webrtc_user_id', to.webrtcUserId] as const);

export class StoredRoutingProfiles implements RoutingProfileRepository {
  constructor(private readonly db: Database) {}

  add(profile: RoutingProfile): Promise<void> {
    return this.db.table(RoutingProfileSchema).add(profile, nameInUse);
  }

  save(profile: RoutingProfile): Promise<void> {
    return this.db.table(RoutingProfileSchema).save(profile, nameInUse);
  }

  lock(accountId: string, id: string): Promise<RoutingProfile> {
    return this.db.table(RoutingProfileSchema).get('id = $1 AND account_id = $2 FOR UPDATE', [id, accountId]);
  }

  async lockLeadingTo(accountId: string, to: TargetDestination): Promise<readonly string[]> {
    const [column, id] = referenceOf(to);
    const rows = await this.db.query<{ id: string }>(
      `SELECT p.id FROM voice.routing_profiles p
        WHERE p.account_id = $1 AND p.status <> 'archived'
          AND EXISTS (SELECT FROM voice.routing_targets t WHERE t.profile_id = p.id AND t.enabled AND t.${column} = $2)
        ORDER BY p.id FOR UPDATE`,
      [accountId, id],
    );
    return rows.map(({ id }) => id);
  }
}

export class StoredRoutingTargets implements RoutingTargetRepository {
  constructor(private readonly db: Database) {}

  add(target: RoutingTarget): Promise<void> {
    return this.db.table(RoutingTargetSchema).add(target);
  }

  save(target: RoutingTarget): Promise<void> {
    return this.db.table(RoutingTargetSchema).save(target);
  }

  remove({ id }: RoutingTarget): Promise<void> {
    return this.db.write('DELETE FROM voice.routing_targets WHERE id = $1', [id]);
  }

  ofProfile(profileId: string): Promise<RoutingTarget[]> {
    return this.db.table(RoutingTargetSchema).query(`profile_id = $1 ${BY_POSITION}`, [profileId]);
  }

  enabledLeadingTo(to: TargetDestination): Promise<RoutingTarget[]> {
    const [column, id] = referenceOf(to);
    const live = `profile_id IN (SELECT id FROM voice.routing_profiles WHERE status <> 'archived')`;
    return this.db.table(RoutingTargetSchema).query(`${column} = $1 AND enabled AND ${live} ORDER BY id`, [id]);
  }
}
