import { INVOICE_LINE_KINDS, INVOICE_STATUSES, type InvoiceFilters, type InvoiceView } from '@trunkline/billing-ledger';
import { fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import { Cents, Id, Integer, Nested, OneOf, PageQuery, QueryList, QueryTime, Text, UnixTime } from '../../http';

type LineView = InvoiceView['lines'][number];

export class InvoiceLineDto {
  @OneOf({
    description: 'What it is for. `adjustment` is anything else, refunds that belong to nothing else included.',
    values: INVOICE_LINE_KINDS,
    name: 'InvoiceLineKind',
    example: 'number_monthly',
  })
  kind: string;

  @Text({ description: 'For people.', example: 'Number +12125550123: setup and first month' })
  description: string;

  @Integer({ description: 'How many. Calls of a direction are one; their number is told in the text.', example: 1 })
  quantity: number;

  @Cents({ description: 'What one costs.', example: 100 })
  unit_price_cents: number;

  @Cents({ description: 'Quantity × unit price. Negative: given back.', example: 100 })
  amount_cents: number;

  @Text({ description: 'What kind of thing it is about.', example: 'number_order', nullable: true })
  related_kind: string | null;

  @Text({ description: 'Which one; null for several.', example: 'ord_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  related_id: string | null;
}

export class InvoiceDto {
  @Id({ description: 'Identifier; `inv_draft` is the running month.', prefix: 'inv' })
  id: string;

  @Text({
    description: 'Without gaps within the account; null for a draft.',
    example: '4B5A6978-000001',
    nullable: true,
  })
  number: string | null;

  @OneOf({
    description:
      'draft: the running month, which still grows; open: to be paid; paid: prepaid, or covered by what was paid in; ' +
      'void: not to be paid.',
    values: INVOICE_STATUSES,
    name: 'InvoiceStatus',
    example: 'paid',
  })
  status: string;

  @UnixTime({ description: 'The beginning of the month, UTC.' })
  period_start: number;

  @UnixTime({ description: 'The beginning of the next one.' })
  period_end: number;

  @Cents({ description: 'Sum of the lines.', example: 425 })
  subtotal_cents: number;

  @Cents({ description: 'Prices are final, so this is 0.', example: 0 })
  tax_cents: number;

  @Cents({ description: 'Subtotal and tax. Negative when more was given back than charged.', example: 425 })
  total_cents: number;

  @Cents({ description: 'What of it is paid.', example: 425 })
  amount_paid_cents: number;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @UnixTime({ description: 'When it was made; null for a draft.', nullable: true })
  issued_at: number | null;

  @UnixTime({ description: 'When it is to be paid; null where nothing is.', nullable: true })
  due_at: number | null;

  @UnixTime({ description: 'Since when it is paid.', nullable: true })
  paid_at: number | null;

  @Nested(() => InvoiceLineDto, { description: 'What it is for, 1,000 single lines at most.', many: true })
  lines: InvoiceLineDto[];
}

export class ListInvoicesQuery extends PageQuery {
  @QueryList({ description: 'Only these, comma-separated.', example: 'open,paid', values: INVOICE_STATUSES })
  status?: InvoiceView['status'][];

  @QueryTime({ description: 'Of months that begin at or after.' })
  from?: number;

  @QueryTime({ description: 'Of months that begin before.' })
  to?: number;
}

export function filtersOf({ status, from, to }: ListInvoicesQuery): InvoiceFilters {
  return {
    ...(status && { statuses: status }),
    ...(from !== undefined && { from: fromUnixSeconds(from) }),
    ...(to !== undefined && { to: fromUnixSeconds(to) }),
  };
}

const secondsOrNull = (at: Date | null) => at && unixSeconds(at);

export function toInvoiceDto(invoice: InvoiceView): InvoiceDto {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    period_start: unixSeconds(invoice.periodStart),
    period_end: unixSeconds(invoice.periodEnd),
    subtotal_cents: invoice.subtotalCents,
    tax_cents: invoice.taxCents,
    total_cents: invoice.totalCents,
    amount_paid_cents: invoice.amountPaidCents,
    currency: invoice.currency,
    issued_at: secondsOrNull(invoice.issuedAt),
    due_at: secondsOrNull(invoice.dueAt),
    paid_at: secondsOrNull(invoice.paidAt),
    lines: invoice.lines.map(toLineDto),
  };
}

function toLineDto(line: LineView): InvoiceLineDto {
  return {
    kind: line.kind,
    description: line.description,
    quantity: line.quantity,
    unit_price_cents: line.unitPriceCents,
    amount_cents: line.amountCents,
    related_kind: line.relatedKind,
    related_id: line.relatedId,
  };
}
