import { INVOICE_LINE_KINDS, INVOICE_STATUSES, type InvoiceFilters, type InvoiceView } from '@trunkline/billing-ledger';
import { Cents, Id, Integer, Nested, OneOf, PageQuery, QueryList, QueryTime, Text, UnixTime } from '../http';

export class InvoiceLineDto {
  @OneOf({
    description: 'Kind of line. `adjustment` covers everything else, including unrelated refunds.',
    values: INVOICE_LINE_KINDS,
    name: 'InvoiceLineKind',
  })
  kind: string;

  @Text({ description: 'Human-readable description.', example: 'Number +12125550123: setup and first month' })
  description: string;

  @Integer({
    description: 'Quantity. All calls of a direction count as 1; the description states their number.',
    example: 1,
  })
  quantity: number;

  @Cents({ description: 'Unit price in cents.', example: 100 })
  unitPriceCents: number;

  @Cents({ description: 'Quantity × unit price, in cents. Negative for refunds and credits.', example: 100 })
  amountCents: number;

  @Text({ description: 'Type of the related resource.', example: 'number_order', nullable: true })
  relatedKind: string | null;

  @Text({
    description: 'ID of the related resource; null for several.',
    example: 'ord_0mh2k3l4p9f1c2d3e4b5a6978',
    nullable: true,
  })
  relatedId: string | null;
}

export class InvoiceDto {
  @Id({ description: 'Invoice ID; `inv_draft` for the current month.', prefix: 'inv' })
  id: string;

  @Text({
    description: 'Invoice number, without gaps within the account; null for a draft.',
    example: '4B5A6978-000001',
    nullable: true,
  })
  number: string | null;

  @OneOf({
    description:
      '`draft`: the current month, still changing. `open`: payment is due. `paid`: prepaid, or covered by payments. ' +
      '`void`: no payment is due.',
    values: INVOICE_STATUSES,
    name: 'InvoiceStatus',
  })
  status: string;

  @UnixTime({ description: 'Start of the month, in UTC.' })
  periodStart: Date;

  @UnixTime({ description: 'Start of the next month.' })
  periodEnd: Date;

  @Cents({ description: 'Sum of the lines, in cents.', example: 425 })
  subtotalCents: number;

  @Cents({ description: 'Tax in cents. Always 0: prices are final.', example: 0 })
  taxCents: number;

  @Cents({ description: 'Subtotal plus tax, in cents. Negative if refunds exceed charges.', example: 425 })
  totalCents: number;

  @Cents({ description: 'Amount paid, in cents.', example: 425 })
  amountPaidCents: number;

  @Text({ description: 'ISO 4217 currency code.', example: 'USD' })
  currency: string;

  @UnixTime({ description: 'Issue time; null for a draft.', nullable: true })
  issuedAt: Date | null;

  @UnixTime({ description: 'Due time; null if nothing is due.', nullable: true })
  dueAt: Date | null;

  @UnixTime({ description: 'Payment time; null if not paid.', nullable: true })
  paidAt: Date | null;

  @Nested(() => InvoiceLineDto, {
    description: 'Lines. Above 1,000 individual lines, those of one kind and price are merged.',
    many: true,
  })
  lines: readonly InvoiceLineDto[];
}

export class ListInvoicesQuery extends PageQuery {
  @QueryList({
    description: 'Filters by status, comma-separated.',
    example: 'open,paid',
    values: INVOICE_STATUSES,
    name: 'InvoiceStatus',
  })
  status?: readonly InvoiceView['status'][];

  @QueryTime({ description: 'Only periods that start at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only periods that start before this time.' })
  to?: Date;
}

export function filtersOf({ status, from, to }: ListInvoicesQuery): InvoiceFilters {
  return { statuses: status, from, to };
}
