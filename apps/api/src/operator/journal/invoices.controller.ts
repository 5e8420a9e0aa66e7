import { Body, Controller, Post } from '@nestjs/common';
import { CorrectInvoices } from '@trunkline/billing-ledger';
import { InvoiceDto, toInvoiceDto } from '../../billing-ledger/invoices.dto';
import { Endpoint, PathId, Tag } from '../../http';
import { VoidInvoiceBody } from './adjustments.dto';
import { Operator } from '../operator.param';

@Tag('Ledger')
@Controller('operator/invoices')
export class OperatorInvoicesController {
  constructor(private readonly correct: CorrectInvoices) {}

  @Post(':id/void')
  @Endpoint({
    id: 'invoices.void',
    summary: 'Void an invoice',
    description:
      'Issues the invoice that corrects it, with the next number of the account and all lines with the opposite sign, and ' +
      'mails it. No money moves: the charges stand; refund or adjust them separately. A repeat returns the same ' +
      'correcting invoice. Returns 409 for an invoice that itself corrects one. Audited as `invoice.void`.',
    access: 'operator',
    answer: InvoiceDto,
    fails: ['invalid_state'],
  })
  async void(
    @Operator() operator: string,
    @PathId() invoiceId: string,
    @Body() { reason }: VoidInvoiceBody,
  ): Promise<InvoiceDto> {
    return toInvoiceDto(await this.correct.void({ invoiceId, operator, reason }));
  }

  @Post(':id/reissue')
  @Endpoint({
    id: 'invoices.reissue',
    summary: 'Issue a void invoice again',
    description:
      'Issues an invoice with the same month and lines, the next number of the account, and the present seller and billing details, ' +
      'and mails it. Change the billing details first. It is paid if the void invoice was, else open and due in 14 days. A repeat ' +
      'returns the same invoice; if that is void too, issue it again instead. Returns 409 for an invoice that is not void. ' +
      'Audited as `invoice.reissue`.',
    access: 'operator',
    answer: InvoiceDto,
    fails: ['invalid_state'],
  })
  async reissue(@Operator() operator: string, @PathId() invoiceId: string): Promise<InvoiceDto> {
    return toInvoiceDto(await this.correct.reissue({ invoiceId, operator }));
  }
}
