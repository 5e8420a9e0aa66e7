import { Body, Controller, Get, Put } from '@nestjs/common';
import { OperateOutbound, OutboundPolicies } from '@trunkline/voice-routing';
import { Endpoint, Tag } from '../../http';
import { Operator } from '../operator.param';
import { OutboundPolicyDto } from './outbound.dto';

@Tag('Calls')
@Controller('operator/outbound-policy')
export class OutboundPolicyController {
  constructor(
    private readonly policies: OutboundPolicies,
    private readonly outbound: OperateOutbound,
  ) {}

  @Get()
  @Endpoint({
    id: 'outboundPolicy.get',
    summary: 'Read the rules for outbound calls',
    description: 'Returns the rules for outbound calls of all accounts.',
    access: 'operator',
    answer: OutboundPolicyDto,
  })
  get(): Promise<OutboundPolicyDto> {
    return this.policies.get();
  }

  @Put()
  @Endpoint({
    id: 'outboundPolicy.replace',
    summary: 'Replace the rules for outbound calls',
    description:
      'In force in every process five seconds later. A country that leaves `default_countries` is closed to all accounts ' +
      'without a list of their own, unless it is theirs, they have numbers in it or an operator has opened it for them. ' +
      'Audited as `outbound_policy.change`.',
    access: 'operator',
    answer: OutboundPolicyDto,
    ifMatch: 'get',
  })
  replace(@Operator() operator: string, @Body() body: OutboundPolicyDto): Promise<OutboundPolicyDto> {
    return this.outbound.setPolicy(operator, body);
  }
}
