import { Controller, Get, Query } from '@nestjs/common';
import { Usage } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { questionOf, UsageDto, UsageQuery } from './usage.dto';

@Tag('Billing')
@Controller('v1/billing/usage')
export class UsageController {
  constructor(private readonly usage: Usage) {}

  @Get()
  @Endpoint({
    id: 'billing.usage.get',
    isReport: true,
    summary: 'Read usage',
    description:
      'Returns charges by the time of the charge; days and months are in UTC, as on invoices. By day, month and kind, all ' +
      'charges are included, so the costs add up to the charges among the transactions of that time; by number, trunk and ' +
      'country, only calls. Calls are counted while their records are stored. Refunds are not subtracted. Returns 422 for ' +
      'more than 366 days or 10,000 rows.',
    access: 'billing:read',
    answer: UsageDto,
  })
  async report(@Who() { accountId }: Principal, @Query() query: UsageQuery): Promise<UsageDto> {
    return { items: await this.usage.report(questionOf(accountId, query)) };
  }
}
