import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInPlace, textOf } from '@trunkline/platform/testing';
import fc from 'fast-check';
import type { InvoiceView } from '../../application/invoices/ports';
import type { TopupView } from '../../application/views';
import { NO_LINKS } from '../../domain/invoices/invoice';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';
import type { InvoiceBuyer } from '../../domain/invoices/party';
import { SELLER } from '../../testing/invoice-world';
import { invoiceDocument, receiptDocument } from './bill-documents';

const day = (date: string) => new Date(`${date}T00:00:00Z`);

const line = (given: Partial<InvoiceLine> = {}): InvoiceLine => ({
  kind: 'number_monthly',
  description: 'Number +12125550123: monthly',
  quantity: 1,
  unit: 'month',
  unitPriceCents: 100,
  amountCents: 100,
  relatedKind: 'number',
  relatedId: 'num_1',
  ...given,
});

const BUYER = {
  legalName: 'Łódzkie Centrum Telekomunikacji Sp. z o.o.',
  addressLine1: 'ul. Piotrkowska 104/3',
  addressLine2: null,
  city: 'Łódź',
  postalCode: '90-926',
  region: null,
  country: 'PL',
  taxId: 'PL7250000000',
  purchaseOrder: 'PO-2026-118',
};

const invoice = (given: Partial<InvoiceView> = {}): InvoiceView => ({
  id: 'inv_1',
  accountId: 'acc_1',
  number: 'A1B2C3D4-000007',
  status: 'open',
  recipientName: BUYER.legalName,
  seller: SELLER,
  buyer: BUYER,
  ...NO_LINKS,
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

/** Names in the scripts of the customers that a seller may have, and of none of the fonts in one. */
const NAMES = [
  'Łódzkie Centrum Usług Żeglugi „Świt”',
  'Ελληνικές Τηλεπικοινωνίες Α.Ε.',
  'ООО «Ромашка», Україна',
  'شركة الاتصالات المتحدة (١٢٣) لا غير',
  'חברת תקשורת בע"מ (מאז 1998)',
  '上海电信技术有限公司',
  '臺灣電訊股份有限公司',
  '株式会社テレコム・ジャパン',
  '주식회사 한국통신',
  'บริษัท โทรคมนาคมไทย น้ำใส จำกัด',
  'हिन्दी दूरसंचार प्राइवेट लिमिटेड',
  'বাংলা টেলিকম',
  'தமிழ் தொலைத்தொடர்பு',
  'ქართული ტელეკომი',
  'Հայկական Հեռախոս',
  'የኢትዮጵያ ቴሌኮም',
  'ក្រុមហ៊ុនទូរគមនាគមន៍',
];

/** Buyers whose invoices are looked at as pictures. See docs/billing.md#invoices. */
const BUYERS: readonly [string, InvoiceBuyer][] = [
  ['polish', BUYER],
  [
    'greek',
    {
      ...{ legalName: 'Ελληνικές Τηλεπικοινωνίες Α.Ε.', addressLine1: 'Λεωφόρος Κηφισίας 99', addressLine2: 'Μαρούσι' },
      ...{
        city: 'Αθήνα',
        postalCode: '151 24',
        region: 'Αττική',
        country: 'GR',
        taxId: 'EL094019245',
        purchaseOrder: null,
      },
    },
  ],
  [
    'arabic',
    {
      ...{ legalName: 'شركة الاتصالات المتحدة (١٢٣) لا غير', addressLine1: 'شارع الملك فهد 4521، الطابق 7' },
      ...{ addressLine2: 'حي العليا', city: 'الرياض', postalCode: '12214', region: 'منطقة الرياض', country: 'SA' },
      ...{ taxId: '300000000000003', purchaseOrder: 'طلب 2026/118' },
    },
  ],
  [
    'hebrew',
    {
      ...{
        legalName: 'חברת תקשורת בע"מ (מאז 1998)',
        addressLine1: 'דרך מנחם בגין 132',
        addressLine2: 'מגדל VoIP, קומה 5',
      },
      ...{
        city: 'תל אביב-יפו',
        postalCode: '6701101',
        region: null,
        country: 'IL',
        taxId: '514000000',
        purchaseOrder: null,
      },
    },
  ],
  [
    'chinese',
    {
      ...{ legalName: '上海电信技术有限公司', addressLine1: '浦东新区世纪大道 100 号 28 楼', addressLine2: null },
      ...{ city: '上海市', postalCode: '200120', region: '上海', country: 'CN', taxId: '91310000MA1FL00000' },
      ...{ purchaseOrder: '采购单 2026-118' },
    },
  ],
  [
    'thai',
    {
      ...{ legalName: 'บริษัท โทรคมนาคมไทย น้ำใส จำกัด (มหาชน)', addressLine1: '99 ถนนแจ้งวัฒนะ แขวงทุ่งสองห้อง' },
      ...{ addressLine2: 'เขตหลักสี่', city: 'กรุงเทพมหานคร', postalCode: '10210', region: null, country: 'TH' },
      ...{ taxId: '0107564000014', purchaseOrder: null },
    },
  ],
];

/** Where the invoices of `BUYERS` are kept; by default they are not. */
const KEPT_IN = process.env['INVOICES_DIR'];

describe('bills', () => {
  const print = async (given: Partial<InvoiceView> = {}, corrects: string | null = null) => {
    const { content, missing } = await printInPlace(invoiceDocument(invoice(given), corrects, SELLER));
    const pdf = Buffer.from(content);
    expectWhole(pdf);
    return { pdf, missing, pages: textOf(pdf) };
  };

  function expectWhole(pdf: Buffer): void {
    const text = pdf.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    const xref = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
    expect(text.slice(xref, xref + 4)).toBe('xref');
  }

  it('name seller, buyer, lines, totals and the due date', async () => {
    const { pages } = await print();
    expect(pages).toHaveLength(1);
    for (const text of [
      'From\nTrunkline GmbH\nHauptstraße 1\n10115 Berlin\nGermany\nTax ID: DE123456789\nbilling@example.com',
      'Poland\nTax ID: PL7250000000',
      'Your reference\nPO-2026-118',
      'A1B2C3D4-000007',
      'Period (UTC)\n1 – 30 November 2026',
      'Issued\n1 December 2026',
      'Due\n15 December 2026',
      'Description\nQuantity\nUnit\nUnit price\nAmount',
      'Numbers: monthly\nNumber +1 212 555 0123: monthly\n1\nmonth\n$1.00\n$1.00',
      'Subtotal\n$1,234.56',
      'Tax (0%)\n$0.00',
      'Total (USD)\n$1,234.56',
      'Paid\n$4.56',
      'Amount due\n$1,230.00',
      'No tax is charged: tax is 0.',
      'Page 1 of 1',
    ])
      expect(pages[0]).toContain(text);
    expect(pages[0]?.replaceAll('\n', '')).toContain('90-926 ŁódźPoland');
  });

  it('print the price of minutes and calls as an average with four decimals, and say so', async () => {
    const calls = (given: Partial<InvoiceLine>) =>
      line({ kind: 'usage_inbound', description: 'Inbound calls to +4930901820: 1,204 calls', ...given });
    const average = 'the unit price of minutes and calls is an average.';
    const { pages } = await print({
      lines: [
        line(),
        calls({ quantity: 3, unit: 'minute', unitPriceCents: 1, amountCents: 2 }),
        calls({ quantity: 7_000, unit: 'call', unitPriceCents: 1, amountCents: 7_000 }),
        calls({ quantity: 1, unit: 'call', unitPriceCents: -5, amountCents: -5 }),
      ],
    });
    for (const text of [
      '$1.00\n$1.00',
      '3\nminutes\n$0.0067\n$0.02',
      '7,000\ncalls\n$0.0100\n$70.00',
      '-$0.05\n-$0.05',
    ])
      expect(pages[0]).toContain(text);
    expect(pages[0]).toContain('Inbound calls to +49 30 901820: 1,204 calls');
    expect(pages[0]?.replaceAll('\n', ' ')).toContain(average);
    expect((await print()).pages[0]?.replaceAll('\n', ' ')).not.toContain(average);
  });

  it('print the payment date instead of the due date of a paid invoice', async () => {
    const { pages } = await print({ status: 'paid', paidAt: day('2026-12-03') });
    expect(pages[0]).toContain('Paid\n3 December 2026');
    expect(pages[0]).not.toContain('Due');
  });

  it('print the current month as a draft', async () => {
    const { pages } = await print({ status: 'draft', number: null, issuedAt: null, dueAt: null, lines: [] });
    expect(pages[0]).toContain('Draft invoice');
    expect(pages[0]).not.toMatch(/Issued|Due/);
  });

  it('print invoices of earlier releases, which kept the name of the buyer only', async () => {
    const { pages } = await print({ seller: null, buyer: null, recipientName: 'Looms & Söhne' });
    expect(pages[0]).toContain('Bill to\nLooms & Söhne');
    expect(pages[0]).toContain('Trunkline GmbH');
  });

  it('name the invoice that a correcting one voids, and the reason', async () => {
    const correction = {
      correctsId: 'inv_1',
      correctionReason: 'Wrong address',
      totalCents: -100,
      amountPaidCents: -100,
    };
    const { pages } = await print({ ...correction, status: 'paid', paidAt: day('2026-12-03') }, 'A1B2C3D4-000006');
    expect(pages[0]).toContain('Correcting invoice');
    expect(pages[0]).toContain('Corrects invoice\nA1B2C3D4-000006');
    expect(pages[0]?.replaceAll('\n', ' ')).toContain('Reason: Wrong address');
    expect(pages[0]).toContain('-$1.00');
  });

  it('name the void invoice that a new one replaces', async () => {
    const { pages } = await print({ replacesId: 'inv_1' }, 'A1B2C3D4-000006');
    expect(pages[0]).toContain('Replaces invoice\nA1B2C3D4-000006');
  });

  it('print every line, on pages with titles and numbers, and never split a row between pages', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => line({ description: `Number ${index + 1} of all` }));
    const { pages } = await print({ lines });
    expect(pages.length).toBeGreaterThan(8);
    pages.forEach((page, index) => {
      expect(page).toContain('Description\nQuantity\nUnit\nUnit price\nAmount');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    expect(pages.join('\n').match(/Number \d+ of all/g)).toEqual(lines.map(({ description }) => description));
    expect(pages.at(-1)).toContain('Amount due\n$1,230.00');
  });

  it('wrap long descriptions', async () => {
    const lines = Array.from({ length: 30 }, () => line({ description: 'word '.repeat(40) + 'x'.repeat(300) }));
    const { pages } = await print({ lines });
    expect(pages.join('\n').match(/\$1\.00\n\$1\.00/g)).toHaveLength(30);
    expect(pages.join('').replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(30 * 300);
  });

  it('are the same file for the same invoice only', async () => {
    const [first, again, other] = [await print(), await print(), await print({ number: 'A1B2C3D4-000008' })];
    expect(first.pdf.equals(again.pdf)).toBe(true);
    expect(first.pdf.equals(other.pdf)).toBe(false);
  });

  it.each(NAMES)('print %s, and return it whole when it is copied', async (name) => {
    const { pages, missing } = await print({
      buyer: { ...BUYER, legalName: name },
      lines: [line({ description: name })],
    });
    expect(missing).toEqual([]);
    const squeezed = pages.join('').replaceAll(/\s/g, '');
    // In both weights: as the name of the buyer, and in a line.
    expect(squeezed.split(orderless(name)).length - 1).toBeGreaterThanOrEqual(isRtl(name) ? 0 : 2);
    for (const word of wordsOf(name)) expect(squeezed).toContain(word);
    expect(squeezed).not.toContain('\ufffd');
  });

  it.each(BUYERS)('print a whole invoice of a %s buyer', async (name, buyer) => {
    const { pages, missing, pdf } = await print({
      buyer,
      lines: [
        line({ description: 'Number +12125550123: monthly' }),
        ...[343, 12].map((quantity) =>
          line({
            ...{ kind: 'usage_outbound', description: `Outbound calls to Germany, mobile: ${quantity} calls` },
            ...{ quantity, unit: 'minute', unitPriceCents: 2, amountCents: 735 },
          }),
        ),
        line({
          ...{ kind: 'adjustment', description: `${buyer.legalName}: ${buyer.addressLine1 ?? ''} (+4930901820)` },
          ...{ unit: 'item', unitPriceCents: -250, amountCents: -250 },
        }),
      ],
    });
    expect(missing).toEqual([]);
    for (const text of Object.values(buyer)) {
      if (text === null || text === buyer.country) continue;
      for (const word of wordsOf(text)) expect(pages[0]?.replaceAll(/\s/g, '')).toContain(word);
    }
    if (KEPT_IN !== undefined) writeFileSync(join(KEPT_IN, `${name}.pdf`), pdf);
  });

  it.each([
    ['👩‍👧 Söhne', '[U+1F469][U+1F467]', ['👩‍👧']],
    ['a\tb\nc\u0000d\u2028e', 'a b c d e', []],
    ['half \ud83d a pair', 'half   a pair', []],
    ['𓀀', '[U+13000]', ['𓀀']],
  ])('print %j as %j, and say so', async (name, shown, characters) => {
    const { pages, missing } = await print({ buyer: { ...BUYER, legalName: name } });
    expect(missing).toEqual(characters);
    expect(pages[0]?.replaceAll('\n', '')).toContain(shown);
    expect(pages[0]?.includes('Unicode code points')).toBe(characters.length > 0);
  });

  it('are whole files for any name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (legalName) => {
        const { pages } = await print({ buyer: { ...BUYER, legalName }, lines: [line({ description: legalName })] });
        expect(pages.join()).toContain('Total (USD)');
      }),
      { numRuns: 30 },
    );
  });

  it('include receipts of card payments', async () => {
    const topup: TopupView = {
      ...{ id: 'top_1', status: 'succeeded', amountCents: 2_500, currency: 'USD', paymentMethodId: 'pm_1' },
      ...{ processorPaymentIntentId: 'pi_1', clientSecret: null, transactionId: 'txn_1', failureCode: null },
      ...{ failureMessage: null, auto: false, createdAt: day('2026-12-03'), completedAt: day('2026-12-04') },
    };
    const receipt = { topup, card: { brand: 'visa', last4: '4242' }, buyer: BUYER };
    const { content } = await printInPlace(receiptDocument(receipt, SELLER));
    const [page] = textOf(Buffer.from(content));
    for (const text of ['Receipt', 'Paid\n4 December 2026', 'visa •••• 4242', 'Total paid (USD)\n$25.00', 'pi_1'])
      expect(page).toContain(text);
  });
});

const isRtl = (name: string) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name);
/** Without the spaces, at which lines are broken. */
const orderless = (name: string) => name.replaceAll(/\s/g, '');
/** Runs of letters of one script, which stay together in lines of two directions. */
const wordsOf = (name: string) => name.match(/[\p{L}\p{M}]+/gu) ?? [];
