import { Controller, Get } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { RefundsDue } from '@trunkline/billing-ledger';
import { ListQuery, Endpoint, pageOfQuery, Tag } from '../../http';
import { ListRefundsDueQuery, RefundDueDto } from './refunds-due.dto';

@Tag('Ledger')
@Controller('operator/refunds-due')
export class RefundsDueController {
  constructor(private readonly due: RefundsDue) {}

  @Get()
  @Endpoint({
    id: 'refundsDue.list',
    summary: 'List refunds due',
    description:
      'Returns the money owed to closed accounts, ordered by account. Every hour it is refunded to the original cards, ' +
      'latest payment first. Pay the amounts that no card accepts in another way.',
    access: 'operator',
    page: RefundDueDto,
  })
  list(@ListQuery() query: ListRefundsDueQuery): Promise<Page<RefundDueDto>> {
    return this.due.list(pageOfQuery(query, 'account_id', 'asc'));
  }
}
