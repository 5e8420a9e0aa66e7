import { Controller, Get, Query } from '@nestjs/common';
import { Usage } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { questionOf, toUsageRowDto, UsageDto, UsageQuery } from './usage.dto';

@Tag('Billing')
@Controller('v1/billing/usage')
export class UsageController {
  constructor(private readonly usage: Usage) {}

  @Get()
  @Endpoint({
    id: 'billing.usage.get',
    summary: 'Sum up usage',
    description:
      'What was charged, by the time of the charge; days and months are UTC, as those of invoices. By day, month and ' +
      'kind it is everything that was charged, so the costs add up to the charges among the transactions of that time; ' +
      'by number, trunk and country it is calls. Refunds do not lessen it. More than 366 days or 10,000 rows are 422.',
    access: 'billing:read',
    answer: UsageDto,
  })
  async report(@Who() { accountId }: Principal, @Query() query: UsageQuery): Promise<UsageDto> {
    return { items: (await this.usage.report(questionOf(accountId, query))).map(toUsageRowDto) };
  }
}
