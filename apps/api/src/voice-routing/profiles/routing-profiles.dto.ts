import {
  PROFILE_DEFAULTS,
  type ProfileView,
  ROUTE_STATUSES,
  STRATEGIES,
  TARGETS_PER_PROFILE_MAX,
} from '@trunkline/voice-routing';
import { Id, Integer, Nested, OneOf, QueryList, PartialType, Text, UnixTime, WithDefaults } from '../../http';
import { ListRoutesQuery } from './list-routes.dto';
import { CreateTargetDto, RoutingTargetDto } from './routing-targets.dto';

const NAME_MAX = 64;

/** What an account sets of a profile. */
class ProfileSettings {
  @Text({ description: 'Unique among the profiles that are not archived.', example: 'Support', max: NAME_MAX })
  name: string;

  @OneOf({ description: 'How the targets are tried.', values: STRATEGIES, name: 'RoutingStrategy' })
  strategy: ProfileView['strategy'];

  @Integer({ description: 'Ringing time of a target or group, in seconds.', example: 25, min: 5, max: 120 })
  ringTimeoutSeconds: number;

  @Integer({
    description:
      'Further passes after all targets failed for technical reasons. Does not apply to `simultaneous_ring`.',
    example: 0,
    min: 0,
    max: 10,
  })
  maxRetries: number;
}

export class CreateProfileDto extends WithDefaults(ProfileSettings, PROFILE_DEFAULTS) {
  @Nested(() => CreateTargetDto, {
    description: 'Targets to create, in order.',
    many: true,
    max: TARGETS_PER_PROFILE_MAX,
    optional: true,
    default: [],
  })
  targets?: readonly CreateTargetDto[];
}

export class ChangeProfileDto extends PartialType(ProfileSettings) {
  @OneOf({
    description: 'A disabled profile receives no calls.',
    values: ['active', 'disabled'],
    name: 'SettableRouteStatus',
    optional: true,
  })
  status?: 'active' | 'disabled';
}

export class RoutingProfileDto extends ProfileSettings {
  @Id({ description: 'ID of the routing profile.', prefix: 'rp' })
  id: string;

  @OneOf({ description: 'Status of the profile.', values: ROUTE_STATUSES, name: 'RouteStatus' })
  status: string;

  @Integer({ description: 'Count of targets.', example: 2 })
  targetCount: number;

  @Integer({ description: 'Count of active numbers that route to the profile.', example: 1 })
  numberCount: number;

  @UnixTime({ description: 'When the profile was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the profile or its list of targets was last changed.' })
  updatedAt: Date;

  @UnixTime({ description: 'When the profile was archived.', example: null, nullable: true })
  archivedAt: Date | null;
}

export class RoutingProfileDetailDto {
  @Nested(() => RoutingProfileDto, { description: 'The profile.' })
  profile: RoutingProfileDto;

  @Nested(() => RoutingTargetDto, { description: 'Targets by position, then age.', many: true })
  targets: readonly RoutingTargetDto[];
}

export class DuplicateProfileDto {
  @Text({ description: 'Name of the copy.', example: 'Support, copy', max: NAME_MAX })
  name: string;
}

export class ListProfilesQuery extends ListRoutesQuery {
  @QueryList({
    description: 'Only these strategies, comma-separated.',
    example: 'failover',
    values: STRATEGIES,
    name: 'RoutingStrategy',
  })
  strategy?: readonly ProfileView['strategy'][];
}
