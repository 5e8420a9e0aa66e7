import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { SipGateways } from '@trunkline/voice-routing';
import {
  ListQuery,
  DeletedResourceDto,
  Endpoint,
  IfMatch,
  OperationId,
  pageOfQuery,
  PageQuery,
  PathId,
  type Precondition,
  Tag,
  Who,
} from '../../http';
import { PathIds } from '../path-ids';
import { ChangeGatewayDto, CreateGatewayDto, SipGatewayDto } from './sip-gateways.dto';

const PATH = { trunkId: 'id', gatewayId: 'gateway_id' };

interface GatewayPath {
  readonly trunkId: string;
  readonly gatewayId: string;
}

@Tag('SIP gateways')
@Controller('v1/sip-trunks/:id/gateways')
export class SipGatewaysController {
  constructor(private readonly gateways: SipGateways) {}

  @Get()
  @Endpoint({
    id: 'sipTrunks.gateways.list',
    summary: 'List the gateways of a trunk',
    description: 'Sorted by priority, then by descending weight.',
    access: 'sip_trunks:read',
    page: SipGatewayDto,
  })
  list(
    @Who() { accountId }: Principal,
    @PathId() trunkId: string,
    @ListQuery() query: PageQuery,
  ): Promise<Page<SipGatewayDto>> {
    return this.gateways.list(accountId, trunkId, pageOfQuery(query, 'priority', 'asc'));
  }

  @Post()
  @Endpoint({
    id: 'sipTrunks.gateways.create',
    summary: 'Create a gateway',
    description:
      'Adds a gateway to the trunk. Its host is resolved first, and refused with `host_not_allowed` if it stands for an address that is not public.',
    access: 'sip_trunks:write',
    answer: SipGatewayDto,
    fails: ['invalid_state', 'gateway_limit_reached', 'host_not_allowed'],
    idempotency: 'operation',
  })
  create(
    @Who() { accountId }: Principal,
    @PathId() trunkId: string,
    @OperationId() operationId: string,
    @Body() input: CreateGatewayDto,
  ): Promise<SipGatewayDto> {
    return this.gateways.create({ accountId, trunkId, operationId, input });
  }

  @Get(':gateway_id')
  @Endpoint({
    id: 'sipTrunks.gateways.get',
    summary: 'Read a gateway',
    description: 'Returns the gateway without its password.',
    access: 'sip_trunks:read',
    answer: SipGatewayDto,
  })
  get(@Who() { accountId }: Principal, @PathIds(PATH) ids: GatewayPath): Promise<SipGatewayDto> {
    return this.gateways.get({ accountId, ...ids });
  }

  @Patch(':gateway_id')
  @Endpoint({
    id: 'sipTrunks.gateways.update',
    summary: 'Update a gateway',
    description: 'Changes only the members that are sent. A new host is resolved first, as that of a new gateway is.',
    access: 'sip_trunks:write',
    answer: SipGatewayDto,
    ifMatch: null,
    fails: ['invalid_state', 'host_not_allowed'],
    idempotency: 'operation',
  })
  change(
    @Who() who: Principal,
    @PathIds(PATH) ids: GatewayPath,
    @Body() body: ChangeGatewayDto,
    @IfMatch() precondition: Precondition,
  ): Promise<SipGatewayDto> {
    const address = { accountId: who.accountId, ...ids };
    const assertCurrent = () => precondition.holds([SipGatewayDto, () => this.get(who, ids)]);
    return this.gateways.update(address, body, assertCurrent);
  }

  @Delete(':gateway_id')
  @Endpoint({
    id: 'sipTrunks.gateways.delete',
    summary: 'Delete a gateway',
    description: 'Removes the gateway. New calls no longer reach it; calls in progress continue.',
    access: 'sip_trunks:write',
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async remove(@Who() { accountId }: Principal, @PathIds(PATH) ids: GatewayPath): Promise<DeletedResourceDto> {
    await this.gateways.remove({ accountId, ...ids });
    return { id: ids.gatewayId, deleted: true };
  }
}
