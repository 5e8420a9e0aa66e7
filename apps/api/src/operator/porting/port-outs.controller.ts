import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { PortOutRepository, PortOuts } from '@trunkline/numbering';
import { Endpoint, given, ListQuery, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import { EnterPortOutBody, ListOperatorPortOutsQuery, OperatorPortOutDto, RefusePortOutBody } from './port-outs.dto';

@Tag('Porting')
@Controller('operator/porting/port-outs')
export class OperatorPortOutsController {
  constructor(
    private readonly portOuts: PortOuts,
    private readonly requests: PortOutRepository,
  ) {}

  @Get()
  @Endpoint({
    id: 'porting.portOuts.list',
    summary: 'List port-outs',
    description: 'Returns the requests of other carriers for numbers of all accounts, newest first.',
    access: 'operator',
    page: OperatorPortOutDto,
  })
  list(@ListQuery() query: ListOperatorPortOutsQuery): Promise<Page<OperatorPortOutDto>> {
    const { accountId, status, e164 } = query;
    return this.requests.list(given({ accountId, status, e164 }), pageOfQuery(query, 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'porting.portOuts.create',
    summary: 'Enter a port-out',
    description:
      'Enters the request of another carrier. A number with `port_out_lock`, a wrong PIN and a number that waits for documents ' +
      'refuse it: the request is then kept as `refused`. Otherwise the number leaves at `release_at`: its subscription ends ' +
      'without a refund, and it does not return to the stock or its supplier. The owners of the account are mailed in both cases. ' +
      'Audited as `port_out.enter`, without the PIN.',
    access: 'operator',
    answer: OperatorPortOutDto,
    fails: ['not_found', 'port_already_exists'],
  })
  enter(@Operator() operator: string, @Body() body: EnterPortOutBody): Promise<OperatorPortOutDto> {
    const { pin = null, requestedAt = null, releaseAt = null, ...request } = body;
    return this.portOuts.enter(operator, { ...request, pin, requestedAt, releaseAt });
  }

  @Post(':id/refuse')
  @Endpoint({
    id: 'porting.portOuts.refuse',
    summary: 'Refuse a port-out',
    description:
      'Refuses a pending request, so that the number stays. The owners of the account are mailed. Audited as `port_out.refuse`.',
    access: 'operator',
    status: 200,
    answer: OperatorPortOutDto,
    fails: ['invalid_state'],
  })
  refuse(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { refusalCode, message = null }: RefusePortOutBody,
  ): Promise<OperatorPortOutDto> {
    return this.portOuts.refuse(operator, id, { code: refusalCode, message });
  }
}
