import { Body, Controller, Post } from '@nestjs/common';
import { VoidInvoice } from '@trunkline/billing-ledger';
import { InvoiceDto, toInvoiceDto } from '../../billing-ledger/invoices.dto';
import { Endpoint, PathId, Tag } from '../../http';
import { VoidInvoiceBody } from './adjustments.dto';
import { Operator } from '../operator.param';

@Tag('Ledger')
@Controller('operator/invoices')
export class OperatorInvoicesController {
  constructor(private readonly voidInvoice: VoidInvoice) {}

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
    return toInvoiceDto(await this.voidInvoice.void({ invoiceId, operator, reason }));
  }
}
