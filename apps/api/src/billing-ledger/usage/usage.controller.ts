import { Controller, Get, Query } from '@nestjs/common';
import { Usage } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { csvOf, type Download, Endpoint, Who, Tag } from '../../http';
import { questionOf, UsageDto, UsageQuery, UsageRowDto } from './usage.dto';

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
      'Returns charges by the time of the charge; days and months are in UTC, as on invoices. By `day`, `month`, ' +
      '`kind` and `day_kind`, all charges are included; by `number`, `trunk` and `country`, only ' +
      'calls. Calls are counted while their records are stored. Refunds are not subtracted. Returns 422 for ' +
      'more than 366 days or 10,000 rows. `format=csv` returns the rows as a file.',
    access: 'billing:read',
    answer: UsageDto,
    isAlsoCsv: true,
  })
  async report(@Who() { accountId }: Principal, @Query() query: UsageQuery): Promise<UsageDto | Download> {
    const isCsv = query.format === 'csv';
    const items = await this.usage.report(questionOf(accountId, query), isCsv ? 'format' : 'group_by');
    return isCsv ? csvOf(UsageRowDto, items, 'usage.csv') : { items };
  }
}
