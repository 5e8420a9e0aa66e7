import { Body, Controller, Post } from '@nestjs/common';
import { AdjustBalance } from '@trunkline/billing-ledger';
import { toTransactionDto, TransactionDto } from '../../billing-ledger/journal/transactions.dto';
import { Endpoint, PathId, Tag } from '../../http';
import { AdjustBalanceBody, relatedOf } from './adjustments.dto';
import { Operator } from '../operator.param';

@Tag('Ledger')
@Controller('operator/accounts')
export class OperatorAdjustmentsController {
  constructor(private readonly adjustBalance: AdjustBalance) {}

  @Post(':id/adjustments')
  @Endpoint({
    id: 'accounts.adjustments.create',
    summary: 'Adjust a balance',
    description:
      'Posts a transaction of kind `adjustment`. Repeating a reference returns the same transaction, or 409 if the amount ' +
      'or related resource differs. Audited as `account.adjust`.',
    access: 'operator',
    answer: TransactionDto,
    fails: ['conflict'],
  })
  async adjust(
    @Operator() operator: string,
    @PathId() accountId: string,
    @Body() body: AdjustBalanceBody,
  ): Promise<TransactionDto> {
    const { amountCents, reason, reference } = body;
    const adjustment = { accountId, operator, amountCents, reason, reference, related: relatedOf(body) };
    return toTransactionDto(await this.adjustBalance.adjust(adjustment));
  }
}
