import { unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import {
  PROFILE_DEFAULTS,
  type ProfileDetail,
  type ProfileView,
  ROUTE_STATUSES,
  STRATEGIES,
  TARGETS_PER_PROFILE_MAX,
} from '@trunkline/voice-routing';
import { given, Id, Integer, Nested, OneOf, QueryList, SchemaOf, Text, UnixTime } from '../../http';
import { ListRoutesQuery } from './list-routes.dto';
import { CreateTargetDto, RoutingTargetDto, toRoutingTargetDto } from './routing-targets.dto';

const NAME_MAX = 64;
const RING_TIMEOUT = { min: 5, max: 120 };
const RETRIES = { min: 0, max: 10 };

export class RoutingProfileDto {
  @Id({ description: 'ID of the routing profile.', prefix: 'rp' })
  id: string;

  @Text({ description: 'Name of the profile.', example: 'Support' })
  name: string;

  @OneOf({ description: 'Status of the profile.', values: ROUTE_STATUSES, name: 'RouteStatus' })
  status: string;

  @OneOf({ description: 'How the targets are tried.', values: STRATEGIES, name: 'RoutingStrategy' })
  strategy: string;

  @Integer({ description: 'Ringing time of a target or group, in seconds.', example: 25, ...RING_TIMEOUT })
  ring_timeout_s: number;

  @Integer({ description: 'Further passes after all targets failed for technical reasons.', example: 0, ...RETRIES })
  max_retries: number;

  @Integer({ description: 'Count of targets.', example: 2 })
  target_count: number;

  @Integer({ description: 'Count of active numbers that route to the profile.', example: 1 })
  number_count: number;

  @UnixTime({ description: 'When the profile was created.' })
  created_at: number;

  @UnixTime({ description: 'When the profile or its list of targets was last changed.' })
  updated_at: number;

  @UnixTime({ description: 'When the profile was archived.', example: null, nullable: true })
  archived_at: number | null;
}

export class RoutingProfileDetailDto {
  @Nested(() => RoutingProfileDto, { description: 'The profile.' })
  profile: RoutingProfileDto;

  @Nested(() => RoutingTargetDto, { description: 'Targets by position, then age.', many: true })
  targets: RoutingTargetDto[];
}

abstract class ProfileOptionsDto {
  @OneOf({ description: 'How the targets are tried.', values: STRATEGIES, name: 'RoutingStrategy', optional: true })
  strategy?: ProfileView['strategy'];

  @Integer({
    description: 'Ringing time of a target or group, in seconds.',
    example: 25,
    optional: true,
    ...RING_TIMEOUT,
  })
  ring_timeout_s?: number;

  @Integer({
    description:
      'Further passes after all targets failed for technical reasons. Does not apply to `simultaneous_ring`.',
    example: 0,
    optional: true,
    ...RETRIES,
  })
  max_retries?: number;
}

@SchemaOf({
  defaults: {
    strategy: PROFILE_DEFAULTS.strategy,
    ring_timeout_s: PROFILE_DEFAULTS.ringTimeoutSeconds,
    max_retries: PROFILE_DEFAULTS.maxRetries,
    targets: [],
  },
})
export class CreateProfileDto extends ProfileOptionsDto {
  @Text({ description: 'Unique among the profiles that are not archived.', example: 'Support', max: NAME_MAX })
  name: string;

  @Nested(() => CreateTargetDto, {
    description: 'Targets to create, in order.',
    many: true,
    max: TARGETS_PER_PROFILE_MAX,
    optional: true,
  })
  targets?: CreateTargetDto[];
}

export class ChangeProfileDto extends ProfileOptionsDto {
  @Text({
    description: 'Unique among the profiles that are not archived.',
    example: 'Support',
    max: NAME_MAX,
    optional: true,
  })
  name?: string;

  @OneOf({
    description: 'A disabled profile receives no calls.',
    values: ['active', 'disabled'],
    name: 'SettableRouteStatus',
    optional: true,
  })
  status?: 'active' | 'disabled';
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
  strategy?: ProfileView['strategy'][];
}

export function profileChangeOf(body: ProfileOptionsDto & Pick<ChangeProfileDto, 'name' | 'status'>) {
  return given({
    name: body.name,
    strategy: body.strategy,
    ringTimeoutSeconds: body.ring_timeout_s,
    maxRetries: body.max_retries,
    status: body.status,
  });
}

export function toRoutingProfileDto(profile: ProfileView): RoutingProfileDto {
  return {
    id: profile.id,
    name: profile.name,
    status: profile.status,
    strategy: profile.strategy,
    ring_timeout_s: profile.ringTimeoutSeconds,
    max_retries: profile.maxRetries,
    target_count: profile.targetCount,
    number_count: profile.numberCount,
    created_at: unixSeconds(profile.createdAt),
    updated_at: unixSeconds(profile.updatedAt),
    archived_at: unixSecondsOrNull(profile.archivedAt),
  };
}

export function toProfileDetailDto({ profile, targets }: ProfileDetail): RoutingProfileDetailDto {
  return { profile: toRoutingProfileDto(profile), targets: targets.map(toRoutingTargetDto) };
}
