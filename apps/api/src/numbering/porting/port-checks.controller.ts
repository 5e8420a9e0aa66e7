import { Body, Controller, Post } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { CheckPorts } from '@trunkline/numbering';
import { Endpoint, Tag, Who } from '../../http';
import { CheckPortsBody, PortChecksDto } from './port-checks.dto';

@Tag('Porting')
@Controller('v1/porting/checks')
export class PortChecksController {
  constructor(private readonly checks: CheckPorts) {}

  @Post()
  @Endpoint({
    id: 'porting.check',
    summary: 'Check whether numbers can be ported',
    description:
      'Answers from the numbering plans, the coverage and the numbers that are here already, in the order of the request. ' +
      '`portable` is null where these do not decide it. `losing_carrier` is null where it is not known for certain: name the ' +
      'carrier that sends your invoices. Nothing is stored.',
    access: 'numbers:read',
    status: 200,
    answer: PortChecksDto,
  })
  async check(@Who() { accountId }: Principal, @Body() { e164s }: CheckPortsBody): Promise<PortChecksDto> {
    return { items: await this.checks.check(accountId, e164s) };
  }
}
