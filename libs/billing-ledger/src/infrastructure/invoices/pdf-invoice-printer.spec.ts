import fc from 'fast-check';
import type { InvoiceView } from '../../application/invoices/ports';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';
import { bytesOf, textOf } from '../../testing/pdf-text';
import { builtInFonts, type PdfFonts, STANDARD_FONTS } from './pdf-fonts';
import { PdfInvoicePrinter } from './pdf-invoice-printer';

const day = (date: string) => new Date(`${date}T00:00:00Z`);

const line = (given: Partial<InvoiceLine> = {}): InvoiceLine => ({
  kind: 'number_monthly',
  description: 'Number +12125550123: monthly',
  quantity: 1,
  unitPriceCents: 100,
  amountCents: 100,
  relatedKind: 'number',
  relatedId: 'num_1',
  ...given,
});

const invoice = (given: Partial<InvoiceView> = {}): InvoiceView => ({
  id: 'inv_1',
  accountId: 'acc_1',
  number: 'A1B2C3D4-000007',
  status: 'open',
  recipientName: 'Looms & Söhne',
  periodStart: day('2026-11-01'),
  periodEnd: day('2026-12-01'),
  issuedAt: day('2026-12-01'),
  dueAt: day('2026-12-15'),
  paidAt: null,
  subtotalCents: 123_456,
  taxCents: 0,
  totalCents: 123_456,
  amountPaidCents: 456,
  currency: 'USD',
  lines: [line()],
  ...given,
});

const print = async (given: Partial<InvoiceView> = {}, fonts: PdfFonts = STANDARD_FONTS) =>
  bytesOf(await new PdfInvoicePrinter('Example Carrier, 1 Main Street', fonts).print(invoice(given)));
const pagesIn = (pdf: Buffer) => Number(/\/Type \/Pages\n\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);

function expectWhole(pdf: Buffer): void {
  const text = pdf.toString('latin1');
  expect(text.startsWith('%PDF-1.')).toBe(true);
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
  const xref = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  expect(text.slice(xref, xref + 4)).toBe('xref');
}

describe('PdfInvoicePrinter', () => {
  it('prints seller, recipient, lines, totals and the due date', async () => {
    const pdf = await print();
    expectWhole(pdf);
    expect(pagesIn(pdf)).toBe(1);
    const [page] = textOf(pdf);
    for (const text of [
      'Example Carrier, 1 Main Street',
      'To: Looms & Söhne',
      'Account: acc_1',
      'Number: A1B2C3D4-000007',
      'Period: 1 November 2026 to 30 November 2026 (UTC)',
      'Issued: 1 December 2026',
      'Due: 15 December 2026',
      'Description\nQuantity\nUnit price\nAmount',
      'Number +12125550123: monthly\n1\n$1.00\n$1.00',
      'Subtotal\n$1,234.56',
      'Tax\n$0.00',
      'Total (USD)\n$1,234.56',
      'Paid\n$4.56',
      'Amount due\n$1,230.00',
      'Page 1',
    ]) {
      expect(page).toContain(text);
    }
  });

  it('prints the payment date instead of the due date of a paid invoice', async () => {
    const [page] = textOf(await print({ status: 'paid', paidAt: day('2026-12-03') }));
    expect(page).toContain('Paid: 3 December 2026');
    expect(page).not.toContain('Due:');
  });

  it('prints the current month as a draft', async () => {
    const [page] = textOf(await print({ status: 'draft', number: null, issuedAt: null, dueAt: null, lines: [] }));
    expect(page).toContain('Draft invoice');
    expect(page).not.toMatch(/Number:|Issued:|Due:/);
  });

  it('prints every line, on pages with titles and numbers', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => line({ description: `Number ${index + 1} of all` }));
    const pdf = await print({ lines });
    expectWhole(pdf);
    const pages = textOf(pdf);
    expect(pages).toHaveLength(pagesIn(pdf));
    expect(pages.length).toBeGreaterThan(15);
    pages.forEach((page, index) => {
      expect(page).toContain('Description\nQuantity\nUnit price\nAmount');
      expect(page).toContain(`Page ${index + 1}`);
    });
    const found = pages.join('\n').match(/Number \d+ of all/g);
    expect(found).toEqual(lines.map(({ description }) => description));
    expect(pages.at(-1)).toContain('Amount due\n$1,230.00');
  });

  it('wraps long descriptions, and never splits a row between pages', async () => {
    const lines = Array.from({ length: 60 }, () => line({ description: 'word '.repeat(40) + 'x'.repeat(300) }));
    const pdf = await print({ lines });
    expectWhole(pdf);
    const pages = textOf(pdf);
    expect(pages).toHaveLength(pagesIn(pdf));
    expect(pages.join('\n').match(/\$1\.00\n\$1\.00/g)).toHaveLength(60);
  });

  it('prints the same file for the same invoice only', async () => {
    const [first, again, other] = [await print(), await print(), await print({ number: 'A1B2C3D4-000008' })];
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it.each([
    ['Łódź, Österreich – “œuvre” 10 €', '?ódz, Österreich – “œuvre” 10 €'],
    ['Ελλάδα', '??????'],
    ['株式会社', '????'],
    ['a\tb\nc\u0000d\u2028e', 'a b c d e'],
    ['half \ud83d a pair', 'half   a pair'],
    ['👩‍👧', '???'],
    ['ﬁrm Ⅳ ½', 'firm IV ½'],
  ])('prints %j in a standard font as %j', (text, shown) => {
    expect(STANDARD_FONTS.shown(text)).toBe(shown);
  });

  it('produces a valid file for any account name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (recipientName) => {
        const pdf = await print({ recipientName, lines: [line({ description: recipientName })] });
        expectWhole(pdf);
        expect(textOf(pdf).join()).toContain('Total (USD)');
      }),
      { numRuns: 50 },
    );
  });

  it.each(['株式会社 Ελλάδα Україна عربى ', '👩‍👧\u0000\ud83d', 'ß'.repeat(500)])(
    'prints %j in the built-in font',
    async (recipientName) => {
      const pdf = await print({ recipientName, lines: [line({ description: recipientName })] }, builtInFonts());
      expectWhole(pdf);
      expect(pagesIn(pdf)).toBe(1);
    },
  );
});
