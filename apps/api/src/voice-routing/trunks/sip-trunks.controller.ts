import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { CreateSipTrunk, RouteWarnings, SipTrunks, TrunkQueries } from '@trunkline/voice-routing';
import { ListQuery, Endpoint, OperationId, pageOfQuery, PathId, Who, Tag } from '../../http';
import { ArchiveQuery, ListRoutesQuery, statusesOf } from '../profiles/list-routes.dto';
import {
  ChangeTrunkDto,
  CreatedTrunkDto,
  createdTrunkOf,
  CreateTrunkDto,
  SipTrunkDetailDto,
  SipTrunkDto,
  TrunkCredentialsDto,
} from './sip-trunks.dto';
import { TrunkConnectionDto } from './trunk-connection.dto';

@Tag('SIP trunks')
@Controller('v1/sip-trunks')
export class SipTrunksController {
  constructor(
    private readonly trunks: SipTrunks,
    private readonly queries: TrunkQueries,
    private readonly createTrunk: CreateSipTrunk,
    private readonly warnings: RouteWarnings,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint({
    id: 'sipTrunks.list',
    summary: 'List SIP trunks',
    description: 'Returns trunks without their gateways, and by default without archived ones.',
    access: 'sip_trunks:read',
    page: SipTrunkDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListRoutesQuery): Promise<Page<SipTrunkDto>> {
    const filters = { statuses: statusesOf(query), q: query.q ?? null };
    return this.queries.list(accountId, filters, pageOfQuery(query, query.sort ?? 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'sipTrunks.create',
    summary: 'Create a SIP trunk',
    description:
      'Creates a trunk with up to 10 gateways, atomically. A trunk with `registration_mode` `register` gets credentials; ' +
      'the password is returned only once. Calls reach a trunk through the systems that are registered with it and through ' +
      'its gateways, and fail on one with neither (`reachable` is false). ' +
      "**Emergency calls**: a call from the trunk to an emergency number of the caller's country (112, 911, 999, …) is " +
      'routed before all other checks, free of charge, if this service has a carrier for emergency calls; otherwise it is ' +
      'rejected with SIP 403 `Emergency Calls Not Served`. The country is that of the caller ID, or of the account if the ' +
      'caller ID has none. No location is sent: keep another way to reach emergency services.',
    access: 'sip_trunks:write',
    answer: CreatedTrunkDto,
    fails: ['name_in_use', 'host_not_allowed'],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() { gateways = [], ...options }: CreateTrunkDto,
  ): Promise<CreatedTrunkDto> {
    return createdTrunkOf(await this.createTrunk.create({ accountId, operationId, options, gateways }));
  }

  @Get(':id')
  @Endpoint({
    id: 'sipTrunks.get',
    summary: 'Read a SIP trunk',
    description:
      'Returns the trunk with the number of its gateways, and of the phone numbers and profiles that use it.',
    access: 'sip_trunks:read',
    answer: SipTrunkDetailDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<SipTrunkDetailDto> {
    const trunk = await this.trunks.get(accountId, id);
    const { isReachable: reachable, warnings } = await this.warnings.ofTrunk(accountId, id);
    return { ...trunk, reachable, warnings };
  }

  @Get(':id/connection')
  @Endpoint({
    id: 'sipTrunks.connection.get',
    summary: 'Read how to connect to a SIP trunk',
    description:
      'Returns what a telephone system is configured with, and what its firewall has to let in. The password is returned ' +
      'only when the trunk or [new credentials](#operation/sipTrunks.credentials.create) are created.',
    access: 'sip_trunks:read',
    answer: TrunkConnectionDto,
  })
  async connection(@Who() { accountId }: Principal, @PathId() id: string): Promise<TrunkConnectionDto> {
    const { sipDomain, sipPorts, SIP_NETWORKS, RTP_NETWORKS, RTP_PORTS } = this.settings;
    return {
      sipDomain,
      sipUsername: await this.trunks.sipUsername(accountId, id),
      sipPorts,
      sipNetworks: SIP_NETWORKS,
      rtpNetworks: RTP_NETWORKS,
      rtpPorts: RTP_PORTS ?? null,
    };
  }

  @Patch(':id')
  @Endpoint({
    id: 'sipTrunks.update',
    summary: 'Update a SIP trunk',
    description: 'The strategy `inherit` clears `caller_id_override`. An archived trunk cannot be updated.',
    access: 'sip_trunks:write',
    answer: SipTrunkDetailDto,
    ifMatch: 'get',
    fails: ['invalid_state', 'name_in_use'],
  })
  async change(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeTrunkDto): Promise<SipTrunkDetailDto> {
    await this.trunks.update(who.accountId, id, body);
    return this.get(who, id);
  }

  @Delete(':id')
  @Endpoint({
    id: 'sipTrunks.archive',
    summary: 'Archive a SIP trunk',
    description:
      'Archives a trunk permanently and frees its name. Returns 409 with counts in `fields` if the trunk is in use; ' +
      '`force=true` detaches its numbers and disables its targets.',
    access: 'sip_trunks:write',
    answer: SipTrunkDto,
    fails: ['invalid_state', 'resource_in_use'],
  })
  archive(@Who() { accountId }: Principal, @PathId() id: string, @Query() query: ArchiveQuery): Promise<SipTrunkDto> {
    return this.trunks.archive({ accountId, id, isForced: query.force ?? false });
  }

  @Post(':id/credentials')
  @Endpoint({
    id: 'sipTrunks.credentials.create',
    summary: 'Create new credentials',
    description:
      'For trunks in mode `register`. Revokes the old credentials immediately: systems that are registered with them receive ' +
      'no more calls. The password is returned only once.',
    access: 'sip_trunks:write',
    answer: TrunkCredentialsDto,
    fails: ['invalid_state'],
  })
  issueCredentials(@Who() { accountId }: Principal, @PathId() id: string): Promise<TrunkCredentialsDto> {
    return this.trunks.issueCredentials(accountId, id);
  }
}
