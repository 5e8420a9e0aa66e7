import { Controller, Get } from '@nestjs/common';
import { Ledger } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { BalanceDto, toBalanceDto } from './balance.dto';

@Tag('Billing')
@Controller('v1/billing/balance')
export class BalanceController {
  constructor(private readonly ledger: Ledger) {}

  @Get()
  @Endpoint({
    id: 'billing.balance.get',
    summary: 'Read the balance',
    description: 'Charges require enough `available_cents`, except for completed calls, which are always charged.',
    access: 'billing:read',
    answer: BalanceDto,
  })
  async get(@Who() who: Principal): Promise<BalanceDto> {
    return toBalanceDto(await this.ledger.balance(who.accountId));
  }
}
