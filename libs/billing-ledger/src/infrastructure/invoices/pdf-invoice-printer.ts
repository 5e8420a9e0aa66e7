import type { Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { displayCents } from '@trunkline/kernel';
import { type InvoicePrinter } from '../../application/invoices/ports';
import type { InvoiceView } from '../../application/invoices/ports';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';
import { type Column, InvoicePages } from './invoice-page';
import type { PdfFonts } from './pdf-fonts';

const COLUMNS: readonly Column[] = [
  { title: 'Description', width: 275, align: 'left' },
  { title: 'Quantity', width: 60, align: 'right' },
  { title: 'Unit price', width: 80, align: 'right' },
  { title: 'Amount', width: 80, align: 'right' },
];
const LARGE = 18;

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Prints invoices with pdfkit. The output depends on the invoice, the seller and the fonts only. */
export class PdfInvoicePrinter implements InvoicePrinter {
  constructor(
    private readonly seller: string,
    private readonly fonts: PdfFonts,
  ) {}

  async print(invoice: InvoiceView): Promise<Readable> {
    const title = invoice.number === null ? 'Draft invoice' : `Invoice ${invoice.number}`;
    const at = invoice.issuedAt ?? invoice.periodStart;
    const pages = await InvoicePages.open(this.fonts, { title, author: this.seller, at });
    this.write(pages, invoice).catch((error: unknown) => pages.stream.destroy(error as Error));
    return pages.stream;
  }

  private async write(pages: InvoicePages, invoice: InvoiceView): Promise<void> {
    this.head(pages, invoice);
    pages.row(
      COLUMNS,
      COLUMNS.map(({ title }) => title),
      true,
    );
    for (const line of invoice.lines) {
      // Yields between pages, so that a long invoice does not block the process.
      if (pages.row(COLUMNS, cellsOf(line))) await otherWork();
    }
    pages.gap();
    for (const [name, cents] of sumsOf(invoice)) pages.row(COLUMNS, [name, '', '', displayCents(cents)], true);
    pages.end();
  }

  private head(pages: InvoicePages, { number, recipientName, accountId, ...invoice }: InvoiceView): void {
    pages.text(this.seller, { bold: true });
    pages.gap();
    pages.text(number === null ? 'Draft invoice' : 'Invoice', { size: LARGE, bold: true });
    pages.gap();
    pages.text(`To: ${recipientName}`, { bold: true });
    pages.text(`Account: ${accountId}`);
    if (number !== null) pages.text(`Number: ${number}`);
    const lastDay = new Date(invoice.periodEnd.getTime() - 1);
    pages.text(`Period: ${days.format(invoice.periodStart)} to ${days.format(lastDay)} (UTC)`);
    for (const line of datesOf(invoice)) pages.text(line);
    pages.gap();
  }
}

function datesOf({ issuedAt, dueAt, paidAt }: Pick<InvoiceView, 'issuedAt' | 'dueAt' | 'paidAt'>): string[] {
  const dates = { Issued: issuedAt, Due: paidAt ? null : dueAt, Paid: paidAt };
  return Object.entries(dates).flatMap(([name, at]) => (at ? [`${name}: ${days.format(at)}`] : []));
}

function cellsOf({ description, quantity, unitPriceCents, amountCents }: InvoiceLine): string[] {
  return [description, String(quantity), displayCents(unitPriceCents), displayCents(amountCents)];
}

function sumsOf({ subtotalCents, taxCents, totalCents, amountPaidCents, currency }: InvoiceView): [string, number][] {
  return [
    ['Subtotal', subtotalCents],
    ['Tax', taxCents],
    [`Total (${currency})`, totalCents],
    ['Paid', amountPaidCents],
    ['Amount due', totalCents - amountPaidCents],
  ];
}
