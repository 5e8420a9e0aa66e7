import { Controller, Get } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { OutboundOverview } from '@trunkline/voice-routing';
import { Endpoint, Tag, Who } from '../../http';
import { OutboundInForceDto, toOutboundDto } from './outbound.dto';

@Tag('Account')
@Controller('v1/accounts/me/outbound')
export class OutboundController {
  constructor(private readonly overview: OutboundOverview) {}

  @Get()
  @Endpoint({
    id: 'account.outbound.get',
    summary: 'Read the rules for outbound calls',
    description:
      'Returns which countries the account may call and why, and the limits in force. `settings.outbound` of the account, ' +
      'its tier, its numbers and the operator decide. Change the settings with `PATCH /accounts/me`.',
    access: 'account:read',
    answer: OutboundInForceDto,
  })
  async get(@Who() { accountId }: Principal): Promise<OutboundInForceDto> {
    return toOutboundDto(await this.overview.of(accountId));
  }
}
