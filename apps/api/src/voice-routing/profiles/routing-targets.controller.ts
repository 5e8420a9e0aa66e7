import { Body, Controller, Delete, Patch, Post, Put } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { RoutingProfiles, RoutingTargets } from '@trunkline/voice-routing';
import { DeletedResourceDto, Endpoint, IfMatch, OperationId, PathId, type Precondition, Tag, Who } from '../../http';
import { PathIds } from '../path-ids';
import { RoutingProfileDetailDto } from './routing-profiles.dto';
import { ChangeTargetDto, CreateTargetDto, ReplaceTargetsDto, RoutingTargetDto } from './routing-targets.dto';

const PATH = { profileId: 'id', targetId: 'target_id' };

interface TargetPath {
  readonly profileId: string;
  readonly targetId: string;
}

@Tag('Routing profiles')
@Controller('v1/routing-profiles/:id/targets')
export class RoutingTargetsController {
  constructor(
    private readonly targets: RoutingTargets,
    private readonly profiles: RoutingProfiles,
  ) {}

  @Post()
  @Endpoint({
    id: 'routingProfiles.targets.create',
    summary: 'Create a routing target',
    description:
      'Adds a target after the others, unless `position` says otherwise. A webhook URL is resolved first, and refused with `url_not_allowed` if it stands for an address that is not public.',
    access: 'routing:write',
    answer: RoutingTargetDto,
    fails: ['invalid_state', 'trunk_not_active', 'target_limit_reached', 'url_not_allowed'],
    idempotency: 'operation',
  })
  add(
    @Who() { accountId }: Principal,
    @PathId() profileId: string,
    @OperationId() operationId: string,
    @Body() body: CreateTargetDto,
  ): Promise<RoutingTargetDto> {
    return this.targets.add({ accountId, profileId }, operationId, body);
  }

  @Put()
  @Endpoint({
    id: 'routingProfiles.targets.replace',
    summary: 'Replace or reorder routing targets',
    description:
      'Replaces the whole list atomically: each call uses either the old list or the new one. An entry with only an `id` ' +
      'keeps that target, so a list of IDs reorders the targets. An entry without `position` gets one more than the ' +
      'highest position before it, at most 99. An unknown `id` returns 422 with the index of the entry. ' +
      'For `If-Match`, send the ETag of the profile.',
    access: 'routing:write',
    answer: RoutingProfileDetailDto,
    ifMatch: null,
    fails: ['invalid_state', 'trunk_not_active', 'url_not_allowed'],
    idempotency: 'operation',
  })
  replace(
    @Who() { accountId }: Principal,
    @PathId() profileId: string,
    @Body() body: ReplaceTargetsDto,
    @IfMatch() precondition: Precondition,
  ): Promise<RoutingProfileDetailDto> {
    const assertCurrent = () =>
      precondition.holds([RoutingProfileDetailDto, () => this.profiles.get(accountId, profileId)]);
    return this.targets.replace({ accountId, profileId }, body.targets, assertCurrent);
  }

  @Patch(':target_id')
  @Endpoint({
    id: 'routingProfiles.targets.update',
    summary: 'Update a routing target',
    description:
      'A new `kind` clears the old reference and requires a new one. For `If-Match`, send the ETag of the profile, or ' +
      "that of the target's last update.",
    access: 'routing:write',
    answer: RoutingTargetDto,
    ifMatch: null,
    fails: ['invalid_state', 'trunk_not_active', 'url_not_allowed'],
    idempotency: 'operation',
  })
  async change(
    @Who() { accountId }: Principal,
    @PathIds(PATH) ids: TargetPath,
    @Body() body: ChangeTargetDto,
    @IfMatch() precondition: Precondition,
  ): Promise<RoutingTargetDto> {
    const address = { accountId, ...ids };
    const assertCurrent = () =>
      precondition.holds(
        [RoutingTargetDto, () => this.targets.get(address)],
        [RoutingProfileDetailDto, () => this.profiles.get(accountId, ids.profileId)],
      );
    return this.targets.update(address, body, assertCurrent);
  }

  @Delete(':target_id')
  @Endpoint({
    id: 'routingProfiles.targets.delete',
    summary: 'Delete a routing target',
    description: 'Removes the target. New calls no longer reach it; calls in progress continue.',
    access: 'routing:write',
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async remove(@Who() { accountId }: Principal, @PathIds(PATH) ids: TargetPath): Promise<DeletedResourceDto> {
    await this.targets.remove({ accountId, ...ids });
    return { id: ids.targetId, deleted: true };
  }
}
