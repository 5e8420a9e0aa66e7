import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { OperatorSourceNetworks, SourceNetworkStore } from '@trunkline/voice-routing';
import { filtersIn, ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../http';
import { Operator } from './operator.param';
import { ListSourceNetworksQuery, RejectSourceNetworkBody, SourceNetworkDto } from './source-networks.dto';

@Tag('Calls')
@Controller('operator/source-networks')
export class OperatorSourceNetworksController {
  constructor(
    private readonly networks: OperatorSourceNetworks,
    private readonly store: SourceNetworkStore,
  ) {}

  @Get()
  @Endpoint({
    id: 'sourceNetworks.list',
    summary: 'List source networks',
    description:
      'Several accounts can claim the same addresses. A call is charged to the owner of the caller ID. If the caller ID belongs to none of them, the longest network decides that was confirmed by an authenticated call or an operator. Without one, the call is rejected as ambiguous, unless calls of one account came from there before the others claimed it. Newest first.',
    access: 'operator',
    page: SourceNetworkDto,
  })
  list(@ListQuery() query: ListSourceNetworksQuery): Promise<Page<SourceNetworkDto>> {
    return this.store.list(filtersIn(query), pageOfQuery(query, query.sort ?? 'claimed_at'));
  }

  @Post(':id/confirm')
  @Endpoint({
    id: 'sourceNetworks.confirm',
    summary: 'Confirm a source network',
    description: 'Also lifts a rejection. Audited as `source_network.confirm`.',
    access: 'operator',
    status: 200,
    answer: SourceNetworkDto,
  })
  confirm(@Operator() operator: string, @PathId() id: string): Promise<SourceNetworkDto> {
    return this.networks.confirm(id, operator);
  }

  @Post(':id/reject')
  @Endpoint({
    id: 'sourceNetworks.reject',
    summary: 'Reject a source network',
    description:
      'Calls from the network no longer belong to the trunk, unless its caller ID or credentials identify it otherwise. Audited as `source_network.reject`.',
    access: 'operator',
    status: 200,
    answer: SourceNetworkDto,
  })
  reject(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: RejectSourceNetworkBody,
  ): Promise<SourceNetworkDto> {
    return this.networks.reject(id, operator, reason);
  }
}
