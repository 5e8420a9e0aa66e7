import { Controller, Get } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { RefundsDue } from '@trunkline/billing-ledger';
import { ListQuery, Endpoint, pageOfQuery, Tag, Cents, Id, PageQuery } from '../http';

class ListRefundsDueQuery extends PageQuery {}

class RefundDueDto {
  @Id({ description: 'Account that is owed.', prefix: 'acc' })
  accountId: string;

  @Cents({ description: 'Amount owed in cents, including pending card refunds.', example: 2500 })
  dueCents: number;

  @Cents({ description: 'Pending card refunds, in cents.', example: 0 })
  onItsWayCents: number;

  @Cents({ description: 'Refunds that cards declined or returned so far, in cents.', example: 2500 })
  failedCents: number;
}

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
