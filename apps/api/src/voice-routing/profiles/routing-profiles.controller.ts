import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { RouteWarnings, RoutingProfiles, SimulateProfile } from '@trunkline/voice-routing';
import {
  ListQuery,
  Endpoint,
  IfMatch,
  OperationId,
  pageOfQuery,
  PathId,
  type Precondition,
  Who,
  Tag,
} from '../../http';
import { ArchiveQuery, statusesOf } from './list-routes.dto';
import {
  ChangeProfileDto,
  CreateProfileDto,
  DuplicateProfileDto,
  ListProfilesQuery,
  RoutingProfileDetailDto,
  RoutingProfileDto,
} from './routing-profiles.dto';
import { SimulateDto, SimulationDto, toSimulationDto } from './simulation.dto';

@Tag('Routing profiles')
@Controller('v1/routing-profiles')
export class RoutingProfilesController {
  constructor(
    private readonly profiles: RoutingProfiles,
    private readonly simulateProfile: SimulateProfile,
    private readonly warnings: RouteWarnings,
  ) {}

  @Get()
  @Endpoint({
    id: 'routingProfiles.list',
    summary: 'List routing profiles',
    description: 'Returns profiles without their targets, and by default without archived ones.',
    access: 'routing:read',
    page: RoutingProfileDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListProfilesQuery): Promise<Page<RoutingProfileDto>> {
    const filters = { statuses: statusesOf(query), q: query.q ?? null, strategies: query.strategy ?? null };
    return this.profiles.list(accountId, filters, pageOfQuery(query, query.sort ?? 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'routingProfiles.create',
    summary: 'Create a routing profile',
    description:
      'Creates a profile with up to 50 targets, atomically. A target without `position` gets one more than the highest ' +
      'position before it in the list, at most 99. A target cannot forward to a number of the account that is being released ' +
      'or has a date of release.',
    access: 'routing:write',
    answer: RoutingProfileDetailDto,
    fails: ['invalid_state', 'name_in_use', 'trunk_not_active', 'url_not_allowed'],
    idempotency: 'operation',
  })
  create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() { targets = [], ...options }: CreateProfileDto,
  ): Promise<RoutingProfileDetailDto> {
    return this.profiles.create({ accountId, operationId, options, targets });
  }

  @Get(':id')
  @Endpoint({
    id: 'routingProfiles.get',
    summary: 'Read a routing profile with its targets',
    description: 'Returns the profile with all its targets, in the order of their positions.',
    access: 'routing:read',
    answer: RoutingProfileDetailDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<RoutingProfileDetailDto> {
    return this.profiles.get(accountId, id);
  }

  @Patch(':id')
  @Endpoint({
    id: 'routingProfiles.update',
    summary: 'Update a routing profile',
    description: 'For `If-Match`, send the ETag of GET or of the last update. An archived profile cannot be updated.',
    access: 'routing:write',
    answer: RoutingProfileDto,
    ifMatch: null,
    fails: ['invalid_state', 'name_in_use'],
  })
  async change(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeProfileDto,
    @IfMatch() precondition: Precondition,
  ): Promise<RoutingProfileDto> {
    await precondition.holds(
      [RoutingProfileDetailDto, () => this.get(who, id)],
      [RoutingProfileDto, async () => (await this.get(who, id)).profile],
    );
    return this.profiles.update(who.accountId, id, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'routingProfiles.archive',
    summary: 'Archive a routing profile',
    description: 'Archives a profile permanently and frees its name. `force=true` detaches its numbers.',
    access: 'routing:write',
    answer: RoutingProfileDto,
    fails: ['invalid_state', 'resource_in_use'],
  })
  archive(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Query() query: ArchiveQuery,
  ): Promise<RoutingProfileDto> {
    return this.profiles.archive({ accountId, id, isForced: query.force ?? false });
  }

  @Post(':id/duplicate')
  @Endpoint({
    id: 'routingProfiles.duplicate',
    summary: 'Duplicate a routing profile',
    description:
      'Copies a profile with its targets under another name. Targets whose trunk is not active are disabled in the copy.',
    access: 'routing:write',
    answer: RoutingProfileDetailDto,
    fails: ['name_in_use'],
  })
  duplicate(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Body() body: DuplicateProfileDto,
  ): Promise<RoutingProfileDetailDto> {
    return this.profiles.duplicate(accountId, id, body.name);
  }

  @Post(':id/simulate')
  @Endpoint({
    id: 'routingProfiles.simulate',
    summary: 'Simulate a call',
    description:
      'Returns the attempts, price and maximum duration of a call at a given time. Places no call and does not advance ' +
      'round robin; `seed` determines its position. Without `to`, the price is that of a geographic number.',
    access: 'routing:read',
    status: 200,
    answer: SimulationDto,
    idempotency: 'none',
  })
  async simulate(
    @Who() { accountId }: Principal,
    @PathId() profileId: string,
    @Body() body: SimulateDto,
  ): Promise<SimulationDto> {
    const { from, to = null, seed = null } = body;
    const request = { accountId, profileId, from, to, at: body.at ?? null, seed };
    const simulation = await this.simulateProfile.simulate(request);
    const warnings = await this.warnings.of(accountId, { trunkId: null, routingProfileId: profileId });
    return toSimulationDto(simulation, warnings);
  }
}
