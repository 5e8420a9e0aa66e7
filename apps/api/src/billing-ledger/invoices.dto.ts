import {
  INVOICE_LINE_KINDS,
  INVOICE_STATUSES,
  INVOICE_UNITS,
  type InvoiceFilters,
  type InvoiceView,
  isAverage,
  unitPriceOf,
} from '@trunkline/billing-ledger';
import {
  Cents,
  Country,
  Currency,
  Flag,
  Id,
  Integer,
  Nested,
  OneOf,
  PageQuery,
  QueryList,
  QueryTime,
  Text,
  UnixTime,
} from '../http';

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
    description:
      'Quantity. Outbound calls have one line per destination class (country and kind of number), inbound calls one per number of ' +
      'yours: their minutes, where a begun one counts; the description states how many calls they were.',
    example: 1,
  })
  quantity: number;

  @OneOf({ description: 'What `quantity` counts.', values: INVOICE_UNITS, name: 'InvoiceUnit' })
  unit: string;

  @Cents({
    description: 'Unit price in whole cents. `unit_price_display` is exact.',
    example: 100,
  })
  unitPriceCents: number;

  @Flag({
    description:
      'Whether the unit price is an average: that of minutes and of several calls, because each call is rounded up to a cent.',
  })
  isAverage: boolean;

  @Text({
    description: 'Unit price in dollars. Quantity × this price, rounded to cents, is the amount.',
    example: '$1.00',
  })
  unitPriceDisplay: string;

  @Cents({ description: 'Amount in cents. Negative for refunds and credits.', example: 100 })
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

class InvoicePartyDto {
  @Text({ description: 'Legal name.', example: 'Łódzkie Centrum Sp. z o.o.' })
  legalName: string;

  @Text({ description: 'Street and number.', example: 'ul. Piotrkowska 104', nullable: true })
  addressLine1: string | null;

  @Text({ description: 'Second line of the address.', example: null, nullable: true })
  addressLine2: string | null;

  @Text({ description: 'City.', example: 'Łódź', nullable: true })
  city: string | null;

  @Text({ description: 'Postal code.', example: '90-926', nullable: true })
  postalCode: string | null;

  @Text({ description: 'State, province or region.', example: null, nullable: true })
  region: string | null;

  @Country({ description: 'Country.', example: 'PL', nullable: true })
  country: string | null;

  @Text({ description: 'VAT number or other tax ID.', example: 'PL7250000000', nullable: true })
  taxId: string | null;
}

export class InvoiceSellerDto extends InvoicePartyDto {
  @Text({ description: 'Email address for questions.', example: 'billing@example.com', nullable: true })
  email: string | null;
}

export class InvoiceBuyerDto extends InvoicePartyDto {
  @Text({ description: "The buyer's reference.", example: 'PO-2026-118', nullable: true })
  purchaseOrder: string | null;
}

export class InvoiceDto {
  @Id({ description: 'Invoice ID; `inv_draft` for the draft.', prefix: 'inv' })
  id: string;

  @Text({
    description: 'Invoice number, without gaps within the account; null for a draft.',
    example: '4B5A6978-000001',
    nullable: true,
  })
  number: string | null;

  @OneOf({
    description:
      '`draft`: not issued yet, still changing. `open`: payment is due. `paid`: prepaid, or covered by payments. ' +
      '`void`: corrected by another invoice; no payment is due.',
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

  @Currency()
  currency: string;

  @UnixTime({ description: 'Issue time; null for a draft.', nullable: true })
  issuedAt: Date | null;

  @UnixTime({ description: 'Due time; null if nothing is due.', nullable: true })
  dueAt: Date | null;

  @UnixTime({ description: 'Payment time; null if not paid.', nullable: true })
  paidAt: Date | null;

  @Nested(() => InvoiceSellerDto, {
    description: 'Seller at the time of issue; null for invoices that were issued before it was kept.',
    nullable: true,
  })
  seller: InvoiceSellerDto | null;

  @Nested(() => InvoiceBuyerDto, {
    description: 'Buyer at the time of issue; null for invoices that were issued before it was kept.',
    nullable: true,
  })
  buyer: InvoiceBuyerDto | null;

  @Id({ description: 'Invoice that this one voids.', prefix: 'inv', nullable: true })
  correctsId: string | null;

  @Text({ description: 'Why that invoice was voided.', example: null, nullable: true })
  correctionReason: string | null;

  @Id({ description: 'Invoice that voids this one.', prefix: 'inv', nullable: true })
  correctedById: string | null;

  @Id({ description: 'Void invoice that this one replaces.', prefix: 'inv', nullable: true })
  replacesId: string | null;

  @Id({ description: 'Invoice that replaces this void one.', prefix: 'inv', nullable: true })
  replacedById: string | null;

  @Nested(() => InvoiceLineDto, {
    description: 'Lines. Above 1,000 individual lines, those of one kind and price are merged.',
    many: true,
  })
  lines: readonly InvoiceLineDto[];
}

export function toInvoiceDto(invoice: InvoiceView): InvoiceDto {
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({ ...line, unitPriceDisplay: unitPriceOf(line), isAverage: isAverage(line) })),
  };
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
