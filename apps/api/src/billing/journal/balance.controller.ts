import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Ledger } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who } from '../../http';
import { BalanceDto, toBalanceDto } from './balance.dto';

@ApiTags('Billing')
@Controller('v1/billing/balance')
export class BalanceController {
  constructor(private readonly ledger: Ledger) {}

  @Get()
  @Endpoint({
    summary: 'Read the balance',
    description: 'A charge needs `available_cents`; calls that have been made are charged even below it.',
    access: 'billing:read',
    answer: BalanceDto,
  })
  async get(@Who() who: Principal): Promise<BalanceDto> {
    return toBalanceDto(await this.ledger.balance(who.accountId));
  }
}
