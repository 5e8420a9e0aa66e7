import { Body, Controller, Post } from '@nestjs/common';
import { RefundCharge } from '@trunkline/billing-ledger';
import { toTransactionDto, TransactionDto } from '../../billing/journal/transactions.dto';
import { Endpoint, PathId, Tag } from '../../http';
import { RefundTransactionBody } from './money.dto';
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
      'Posts a transaction of kind `refund` into the wallet, whole or in parts, and never more than was charged: 422 for ' +
      'more than is left, 409 for what is no charge or has been refunded whole. Written into the audit trail as ' +
      '`transaction.refund`.',
    access: 'operator',
    answer: TransactionDto,
    fails: ['not_found', 'invalid_state'],
  })
  async refund(
    @Operator() operator: string,
    @PathId() transactionId: string,
    @Body() { amount_cents: amountCents, reason }: RefundTransactionBody,
  ): Promise<TransactionDto> {
    const order = { transactionId, operator, reason, ...(amountCents !== undefined && { amountCents }) };
    return toTransactionDto(await this.refundCharge.execute(order));
  }
}
