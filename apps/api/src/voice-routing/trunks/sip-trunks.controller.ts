import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { ArchiveSipTrunk, CreateSipTrunk, SipTrunks } from '@trunkline/voice-routing';
import {
  Cursors,
  Endpoint,
  IfMatch,
  OperationId,
  type PageAnswer,
  pageOfDto,
  PathId,
  type Precondition,
  Who,
  Tag,
} from '../../http';
import { ArchiveQuery, ListRoutesQuery, statusesOf } from '../profiles/list-routes.dto';
import { gatewayInputOf } from './sip-gateways.dto';
import {
  ChangeTrunkDto,
  CreatedTrunkDto,
  CreateTrunkDto,
  newTrunkOf,
  SipTrunkDetailDto,
  SipTrunkDto,
  toCreatedTrunkDto,
  toCredentialsDto,
  toSipTrunkDetailDto,
  toSipTrunkDto,
  TrunkCredentialsDto,
  trunkChangeOf,
} from './sip-trunks.dto';

@Tag('SIP trunks')
@Controller('v1/sip-trunks')
export class SipTrunksController {
  constructor(
    private readonly trunks: SipTrunks,
    private readonly createTrunk: CreateSipTrunk,
    private readonly archiveTrunk: ArchiveSipTrunk,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'sipTrunks.list',
    summary: 'List SIP trunks',
    access: 'sip_trunks:read',
    answer: pageOfDto(SipTrunkDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListRoutesQuery): Promise<PageAnswer<SipTrunkDto>> {
    const filters = { statuses: statusesOf(query), q: query.q ?? null };
    return this.cursors.page(
      { query, accountId, sort: query.sort ?? 'created_at' },
      (page) => this.trunks.list(accountId, filters, page),
      toSipTrunkDto,
    );
  }

  @Post()
  @Endpoint({
    id: 'sipTrunks.create',
    summary: 'Make a SIP trunk',
    description:
      'With up to 10 gateways, all or none. A trunk that registers gets credentials; this answer alone shows the password. ' +
      "**Emergency calls**: a call from the trunk to an emergency number of the caller's country (112, 911, 999, …) is " +
      'routed before every other check, free of charge, if this service has a carrier for emergency calls; else it is ' +
      "refused with SIP 403 `Emergency Calls Not Served`. The country is that of the number shown, and the account's " +
      'where it tells none. No location is sent: keep another way to reach emergency services.',
    access: 'sip_trunks:write',
    answer: CreatedTrunkDto,
    fails: ['name_in_use', 'host_not_allowed'],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() body: CreateTrunkDto,
  ): Promise<CreatedTrunkDto> {
    const gateways = (body.gateways ?? []).map(gatewayInputOf);
    const request = { accountId, operationId, options: newTrunkOf(body), gateways };
    return toCreatedTrunkDto(await this.createTrunk.execute(request));
  }

  @Get(':id')
  @Endpoint({
    id: 'sipTrunks.get',
    summary: 'Read a SIP trunk',
    access: 'sip_trunks:read',
    answer: SipTrunkDetailDto,
    fails: ['not_found'],
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<SipTrunkDetailDto> {
    return toSipTrunkDetailDto(await this.trunks.get(accountId, id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'sipTrunks.update',
    summary: 'Change a SIP trunk',
    description: 'With strategy inherit the overriding number is cleared. An archived trunk stays as it is.',
    access: 'sip_trunks:write',
    answer: SipTrunkDetailDto,
    fails: ['not_found', 'invalid_state', 'name_in_use'],
  })
  async change(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: ChangeTrunkDto,
    @IfMatch() precondition: Precondition,
  ): Promise<SipTrunkDetailDto> {
    await precondition.holds(() => this.get(who, id));
    await this.trunks.update(who.accountId, id, trunkChangeOf(body));
    return this.get(who, id);
  }

  @Delete(':id')
  @Endpoint({
    id: 'sipTrunks.archive',
    summary: 'Archive a SIP trunk',
    description:
      'Final; the name becomes free. What still uses it is counted in `fields`; `force=true` detaches its numbers and ' +
      'disables the targets on it.',
    access: 'sip_trunks:write',
    answer: SipTrunkDto,
    fails: ['not_found', 'invalid_state', 'resource_in_use'],
  })
  async archive(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Query() query: ArchiveQuery,
  ): Promise<SipTrunkDto> {
    return toSipTrunkDto(await this.archiveTrunk.execute({ accountId, id, isForced: query.force ?? false }));
  }

  @Post(':id/credentials')
  @Endpoint({
    id: 'sipTrunks.credentials.create',
    summary: 'Make new credentials',
    description: 'For trunks that register. The old ones end at once; the password is shown here and never again.',
    access: 'sip_trunks:write',
    answer: TrunkCredentialsDto,
    fails: ['not_found', 'invalid_state'],
  })
  async issueCredentials(@Who() { accountId }: Principal, @PathId() id: string): Promise<TrunkCredentialsDto> {
    return toCredentialsDto(await this.trunks.issueCredentials(accountId, id));
  }
}
