import { Readable } from 'node:stream';
import { Controller, Get } from '@nestjs/common';
import { Invoices } from '@trunkline/billing-ledger';
import type { Page, Principal } from '@trunkline/kernel';
import { ListQuery, mapPage, Download, Endpoint, pageOfQuery, PathId, Who, Tag } from '../http';
import { filtersOf, InvoiceDto, ListInvoicesQuery, toInvoiceDto } from './invoices.dto';

const PDF = 'application/pdf';

@Tag('Invoices')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(private readonly invoices: Invoices) {}

  @Get()
  @Endpoint({
    id: 'invoices.list',
    summary: 'List invoices',
    description:
      'Newest month first. Each UTC month with billed items is invoiced on the first of the next month. The lines add up to ' +
      'the charges, refunds and adjustments among the transactions of the month; top-ups and credit are payments, not ' +
      'lines. A correcting invoice (`corrects_id`) has the lines of the void invoice with the opposite sign, and its ' +
      'replacement (`replaces_id`) has the same lines. Prepaid invoices are paid when issued. Postpaid invoices are due in 14 days and ' +
      'paid once the balance covers them, oldest first. A `draft` is listed first: the current month once it has billed items, or the last ' +
      'one until its invoice is issued, about a minute after its end.',
    access: 'billing:read',
    page: InvoiceDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListInvoicesQuery): Promise<Page<InvoiceDto>> {
    return mapPage(this.invoices.list(accountId, filtersOf(query), pageOfQuery(query, 'period_start')), toInvoiceDto);
  }

  @Get(':id')
  @Endpoint({
    id: 'invoices.get',
    summary: 'Read an invoice',
    description: '`inv_draft` is the draft for the current month, or for the last one until its invoice is issued.',
    access: 'billing:read',
    answer: InvoiceDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<InvoiceDto> {
    return toInvoiceDto(await this.invoices.get(accountId, id));
  }

  @Get(':id/pdf')
  @Endpoint({
    id: 'invoices.download',
    summary: 'Download an invoice',
    description: 'Returns a PDF. The bytes are identical each time.',
    access: 'billing:read',
    file: PDF,
  })
  async download(@Who() { accountId }: Principal, @PathId() id: string): Promise<Download> {
    const { fileName, content } = await this.invoices.document(accountId, id);
    return new Download(PDF, { fileName, content: Readable.from([content]) });
  }
}
