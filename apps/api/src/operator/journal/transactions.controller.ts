import { Body, Controller, Post } from '@nestjs/common';
import { RefundCharge } from '@trunkline/billing-ledger';
import { toTransactionDto, TransactionDto } from '../../billing-ledger/journal/transactions.dto';
import { Endpoint, PathId, Tag } from '../../http';
import { RefundTransactionBody } from './adjustments.dto';
import { Operator } from '../operator.param';

@Tag('Ledger')
@Controller('operator/transactions')
export class OperatorTransactionsController {
  constructor(private readonly refundCharge: RefundCharge) {}

  @Post(':id/refund')
  @Endpoint({
    id: 'transactions.refund',
    summary: 'Refund a charge',
    description:
      'Posts a transaction of kind `refund` to the wallet, for all or part of the charge. Returns 422 for more than the ' +
      'remainder, 409 if the transaction is not a charge or is fully refunded. Audited as `transaction.refund`.',
    access: 'operator',
    answer: TransactionDto,
    fails: ['invalid_state'],
  })
  async refund(
    @Operator() operator: string,
    @PathId() transactionId: string,
    @Body() { amountCents, reason }: RefundTransactionBody,
  ): Promise<TransactionDto> {
    const order = { transactionId, operator, reason, ...(amountCents !== undefined && { amountCents }) };
    return toTransactionDto(await this.refundCharge.refund(order));
  }
}
