import { countryName, displayCents, NO_BILLING_DETAILS, withGroupedNumbers } from '@trunkline/kernel';
import type { PrintedColumn, PrintedDocument, PrintedRow, PrintedSum } from '@trunkline/platform/printing';
import type { InvoiceView, Receipt } from '../../application/invoices/ports';
import { type InvoiceLine, type InvoiceLineKind, isAverage, printedPriceOf } from '../../domain/invoices/invoice-lines';
import { displayDay, displayDays } from '../../domain/invoices/month';
import type { InvoiceBuyer, InvoiceParty, InvoiceSeller } from '../../domain/invoices/party';

const counts = new Intl.NumberFormat('en-US');

const COLUMNS: readonly PrintedColumn[] = [
  { title: 'Description', width: 255, isFigure: false },
  { title: 'Quantity', width: 55, isFigure: true },
  { title: 'Unit', width: 50, isFigure: false },
  { title: 'Unit price', width: 65, isFigure: true },
  { title: 'Amount', width: 70, isFigure: true },
];

const GROUPS: Readonly<Record<InvoiceLineKind, string>> = {
  number_setup: 'Numbers: setup and first month',
  port_fee: 'Numbers: ports',
  number_monthly: 'Numbers: monthly',
  usage_inbound: 'Inbound calls',
  usage_outbound: 'Outbound calls',
  sms: 'Messages',
  adjustment: 'Refunds and adjustments',
};

const AVERAGE = 'Each call is rounded up to the cent, so the unit price of minutes and calls is an average.';
const TAX = 'No tax is charged: tax is 0.';
const TAX_NAME = 'Tax (0%)';

/** Returns an invoice as it is printed. `seller` is for invoices that have not kept theirs. */
export function invoiceDocument(invoice: InvoiceView, earlier: string | null, seller: InvoiceSeller): PrintedDocument {
  const { number, issuedAt, periodStart, currency, totalCents, amountPaidCents } = invoice;
  const from = invoice.seller ?? seller;
  const heading = headingOf(invoice);
  return {
    title: number === null ? heading : `${heading} ${number}`,
    author: from.legalName,
    at: issuedAt ?? periodStart,
    heading,
    subheading: number,
    parties: [
      { title: 'From', lines: sellerLines(from) },
      { title: 'Bill to', lines: partyLines(buyerOf(invoice)) },
    ],
    facts: factsOf(invoice, earlier),
    columns: COLUMNS,
    rows: rowsOf(invoice.lines),
    sums: [
      sum('Subtotal', invoice.subtotalCents),
      sum(TAX_NAME, invoice.taxCents),
      { ...sum(`Total (${currency})`, totalCents), isTotal: true },
      sum('Paid', amountPaidCents),
      sum('Amount due', invoice.status === 'void' ? 0 : totalCents - amountPaidCents),
    ],
    notes: notesOf(invoice, earlier),
    country: (invoice.buyer ?? from).country,
  };
}

function headingOf({ number, status, correctsId }: InvoiceView): string {
  if (number === null) return 'Draft invoice';
  if (correctsId !== null) return 'Correcting invoice';
  return status === 'void' ? 'Invoice (void)' : 'Invoice';
}

function buyerOf({ buyer, recipientName }: InvoiceView): InvoiceParty {
  return buyer ?? { ...NO_BILLING_DETAILS, legalName: recipientName };
}

function partyLines(party: InvoiceParty): string[] {
  const { legalName, addressLine1, addressLine2, city, postalCode, region, country, taxId } = party;
  const place = [postalCode, city].filter((part) => part !== null).join(' ');
  const lines = [addressLine1, addressLine2, place, region, country && countryName(country)];
  const tax = taxId === null ? null : `Tax ID: ${taxId}`;
  return [legalName, ...[...lines, tax].filter((line) => line !== null && line !== '').map(String)];
}

function sellerLines(seller: InvoiceSeller): string[] {
  return [...partyLines(seller), ...(seller.email === null ? [] : [seller.email])];
}

function factsOf(invoice: InvoiceView, earlier: string | null): [string, string][] {
  const { periodStart, periodEnd, issuedAt, dueAt, paidAt, buyer, accountId } = invoice;
  const lastDay = new Date(periodEnd.getTime() - 1);
  const optional: [string, string | null][] = [
    earlierFact(invoice, earlier),
    ['Issued', issuedAt && displayDay(issuedAt)],
    ['Due', paidAt === null && dueAt !== null ? displayDay(dueAt) : null],
    ['Paid', paidAt && invoice.correctsId === null ? displayDay(paidAt) : null],
    ['Your reference', buyer?.purchaseOrder ?? null],
  ];
  return [
    ['Period (UTC)', displayDays(periodStart, lastDay)],
    ...optional.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
    ['Account', accountId],
  ];
}

function earlierFact({ correctsId }: InvoiceView, earlier: string | null): [string, string | null] {
  return [correctsId === null ? 'Replaces invoice' : 'Corrects invoice', earlier];
}

function rowsOf(lines: readonly InvoiceLine[]): PrintedRow[] {
  const rows: PrintedRow[] = [];
  let group: InvoiceLineKind | null = null;
  for (const line of lines) {
    if (line.kind !== group) rows.push({ heading: GROUPS[line.kind] });
    group = line.kind;
    const { description, quantity, unit, amountCents } = line;
    const units = quantity === 1 ? unit : `${unit}s`;
    const text = withGroupedNumbers(description);
    rows.push({ cells: [text, counts.format(quantity), units, printedPriceOf(line), displayCents(amountCents)] });
  }
  return rows;
}

function sum(name: string, cents: number): PrintedSum {
  return { name, value: displayCents(cents), isTotal: false };
}

function notesOf(invoice: InvoiceView, earlier: string | null): string[] {
  const { status, lines, correctsId, correctionReason } = invoice;
  const notes = [TAX];
  if (lines.some(isAverage)) notes.push(AVERAGE);
  if (correctsId !== null) {
    notes.push(`This invoice voids invoice ${earlier ?? ''}. Reason: ${correctionReason ?? ''}`);
    notes.push('It moves no money. Refunds and adjustments are lines of the invoice of their month.');
  } else if (status === 'void') notes.push('This invoice is void. It was corrected by another one.');
  else if (status === 'paid') notes.push('Charged to the balance of the account. Nothing is due.');
  return notes;
}

/** Returns the receipt of a card payment as it is printed. */
export function receiptDocument({ topup, card, buyer }: Receipt, seller: InvoiceSeller): PrintedDocument {
  const { id, amountCents, currency, createdAt, completedAt, processorPaymentIntentId } = topup;
  const at = completedAt ?? createdAt;
  const payment: [string, string][] = processorPaymentIntentId === null ? [] : [['Payment', processorPaymentIntentId]];
  const method: [string, string][] = card ? [['Card', `${card.brand} •••• ${card.last4}`]] : [];
  return {
    title: `Receipt ${id}`,
    author: seller.legalName,
    at,
    heading: 'Receipt',
    subheading: id,
    parties: [
      { title: 'From', lines: sellerLines(seller) },
      { title: 'Received from', lines: partyLines(buyer) },
    ],
    facts: [['Paid', displayDay(at)], ...method, ...payment, ...reference(buyer)],
    columns: [
      { title: 'Description', width: 395, isFigure: false },
      { title: 'Amount', width: 100, isFigure: true },
    ],
    rows: [{ cells: ['Top-up of the balance', displayCents(amountCents)] }],
    sums: [{ name: `Total paid (${currency})`, value: displayCents(amountCents), isTotal: true }],
    notes: ['A payment in advance. What it pays for is invoiced at the end of each month.', TAX],
    country: buyer.country,
  };
}

function reference({ purchaseOrder }: InvoiceBuyer): [string, string][] {
  return purchaseOrder === null ? [] : [['Your reference', purchaseOrder]];
}
