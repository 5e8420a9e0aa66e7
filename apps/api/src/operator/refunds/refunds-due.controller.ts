import { Controller, Get, Query } from '@nestjs/common';
import { RefundsDue } from '@trunkline/billing-ledger';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, Tag } from '../../http';
import { Operator } from '../operator.param';
import { ListRefundsDueQuery, RefundDueDto, toRefundDueDto } from './refunds-due.dto';

@Tag('Ledger')
@Controller('operator/refunds-due')
export class RefundsDueController {
  constructor(
    private readonly due: RefundsDue,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'refundsDue.list',
    summary: 'List refunds due',
    description:
      'Returns the money owed to closed accounts, ordered by account. Every hour it is refunded to the original cards, ' +
      'latest payment first. Pay the amounts that no card accepts in another way.',
    access: 'operator',
    answer: pageOfDto(RefundDueDto),
  })
  list(@Operator() operator: string, @Query() query: ListRefundsDueQuery): Promise<PageAnswer<RefundDueDto>> {
    return this.cursors.page(
      { query, scope: operator, sort: 'account_id', order: 'asc' },
      (page) => this.due.list(page),
      toRefundDueDto,
    );
  }
}
