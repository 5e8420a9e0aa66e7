import { Controller, Get, Query } from '@nestjs/common';
import { PayRefunds } from '@trunkline/billing-ledger';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, Tag } from '../../http';
import { Operator } from '../operator.param';
import { ListRefundsDueQuery, RefundDueDto, toRefundDueDto } from './refunds-due.dto';

@Tag('Ledger')
@Controller('operator/refunds-due')
export class RefundsDueController {
  constructor(
    private readonly refunds: PayRefunds,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'refundsDue.list',
    summary: 'List what is owed to customers who have left',
    description:
      'Every hour it goes back to the cards that it came from, the latest payment first. What no card takes stays here, ' +
      'to be paid in another way. In the order of the accounts.',
    access: 'operator',
    answer: pageOfDto(RefundDueDto),
  })
  list(@Operator() operator: string, @Query() query: ListRefundsDueQuery): Promise<PageAnswer<RefundDueDto>> {
    return this.cursors.page(
      { query, accountId: operator, sort: 'account_id', order: 'asc' },
      (page) => this.refunds.list(page),
      toRefundDueDto,
    );
  }
}
