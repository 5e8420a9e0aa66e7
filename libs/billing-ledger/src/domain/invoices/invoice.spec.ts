import fc from 'fast-check';
import { Invoice, INVOICE_STATUSES, type InvoiceStatus, settle } from './invoice';
import type { InvoiceLine } from './invoice-lines';
import { monthOf } from './month';
import { buyerOf } from './party';

const NOW = new Date('2026-12-01T00:05:00Z');
const LATER = new Date('2026-12-09T12:00:00Z');

const line = (amountCents: number): InvoiceLine => ({
  kind: 'adjustment',
  description: 'Line',
  quantity: 1,
  unit: 'item',
  relatedKind: null,
  relatedId: null,
  unitPriceCents: amountCents,
  amountCents,
});

function invoiceOf(amounts: readonly number[], isPrepaid = false): Invoice {
  const buyer = buyerOf({ name: 'Looms', country: 'GB', billingDetails: null });
  const seller = { ...buyer, legalName: 'Trunkline', email: null };
  const about = { accountId: 'acc_1', number: 'A-000001', seller, buyer, isPrepaid };
  return Invoice.issue({ ...about, month: monthOf(new Date('2026-11-15')), lines: amounts.map(line) }, NOW);
}

/** An invoice in each stored state. */
function invoiceThatIs(status: InvoiceStatus): Invoice {
  const invoice = invoiceOf([100]);
  Object.assign(invoice, { status });
  return invoice;
}

describe('Invoice', () => {
  it('is paid on issue for a prepaid account', () => {
    expect(invoiceOf([100, 250, -30], true)).toMatchObject({
      id: expect.stringMatching(/^inv_/),
      number: 'A-000001',
      status: 'paid',
      recipientName: 'Looms',
      subtotalCents: 320,
      taxCents: 0,
      totalCents: 320,
      amountPaidCents: 320,
      currency: 'USD',
      periodStart: new Date('2026-11-01T00:00:00Z'),
      periodEnd: new Date('2026-12-01T00:00:00Z'),
      issuedAt: NOW,
      dueAt: null,
      paidAt: NOW,
    });
  });

  it('is open and due in 14 days for a postpaid account', () => {
    expect(invoiceOf([100])).toMatchObject({
      status: 'open',
      amountPaidCents: 0,
      paidAt: null,
      dueAt: new Date('2026-12-15T00:05:00Z'),
    });
  });

  it.each([[[100, -100]], [[-40]]])('is paid on issue with the lines %j', (amounts) => {
    expect(invoiceOf(amounts)).toMatchObject({ status: 'paid', dueAt: null, paidAt: NOW });
  });

  const outcomes: Readonly<Record<InvoiceStatus, InvoiceStatus | null>> = {
    draft: null,
    open: 'paid',
    paid: null,
    void: null,
  };

  it.each(INVOICE_STATUSES)('can be covered only while open: %s', (status) => {
    const invoice = invoiceThatIs(status);
    const to = outcomes[status];
    if (to) invoice.cover(0, LATER);
    else expect(() => invoice.cover(0, LATER)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
    expect(invoice.status).toBe(to ?? status);
  });

  it('stays open while a part is not covered', () => {
    const invoice = invoiceOf([100]);
    invoice.cover(40, LATER);
    expect(invoice).toMatchObject({ status: 'open', amountPaidCents: 60, paidAt: null });
    invoice.cover(70, LATER);
    expect(invoice).toMatchObject({ status: 'open', amountPaidCents: 30 });
    invoice.cover(0, LATER);
    expect(invoice).toMatchObject({ status: 'paid', amountPaidCents: 100, paidAt: LATER });
  });

  it.each(['open', 'paid'] as const)('is voided by an invoice of the opposite amounts when %s', (status) => {
    const invoice = invoiceOf([100, 250], status === 'paid');
    const correction = invoice.void({ number: 'A-000002', reason: 'Wrong address' }, LATER);
    expect(invoice).toMatchObject({ status: 'void', correctedById: correction.id, totalCents: 350 });
    expect(correction).toMatchObject({
      number: 'A-000002',
      status: 'paid',
      subtotalCents: -350,
      taxCents: 0,
      totalCents: -350,
      amountPaidCents: -350,
      correctsId: invoice.id,
      correctionReason: 'Wrong address',
      periodStart: invoice.periodStart,
      buyer: invoice.buyer,
      issuedAt: LATER,
      dueAt: null,
    });
    const refused = expect.objectContaining({ code: 'invalid_state' });
    for (const each of [invoice, correction])
      expect(() => each.void({ number: 'A-000003', reason: 'Again' }, LATER)).toThrow(refused);
  });

  it.each([
    ['paid', { status: 'paid', amountPaidCents: 350, dueAt: null, paidAt: NOW }],
    ['open', { status: 'open', amountPaidCents: 0, dueAt: new Date('2026-12-23T12:00:00Z'), paidAt: null }],
  ] as const)('is issued again with another buyer once it is void, and was %s', (status, payment) => {
    const invoice = invoiceOf([100, 250], status === 'paid');
    const buyer = buyerOf({ name: 'Looms Ltd', country: 'IE', billingDetails: null });
    const parties = { seller: { ...buyer, legalName: 'Trunkline', email: null }, buyer };
    const again = (of: Invoice, number: string) => of.reissue({ number, ...parties }, LATER);
    const refused = expect.objectContaining({ code: 'invalid_state' });
    expect(() => again(invoice, 'A-000002')).toThrow(refused);
    const correction = invoice.void({ number: 'A-000002', reason: 'Wrong name' }, LATER);
    const replacement = again(invoice, 'A-000003');
    expect(invoice).toMatchObject({ status: 'void', replacedById: replacement.id });
    expect(replacement).toMatchObject({
      ...payment,
      number: 'A-000003',
      recipientName: 'Looms Ltd',
      buyer,
      totalCents: 350,
      replacesId: invoice.id,
      correctsId: null,
      issuedAt: LATER,
      periodStart: invoice.periodStart,
    });
    for (const each of [invoice, correction, replacement]) expect(() => again(each, 'A-000004')).toThrow(refused);
    expect(replacement.void({ number: 'A-000004', reason: 'Again' }, LATER)).toMatchObject({ totalCents: -350 });
    expect(again(replacement, 'A-000005')).toMatchObject({ replacesId: replacement.id });
  });
});

describe('settle', () => {
  const paid = (newestFirst: readonly number[], owedCents: number) => {
    const invoices = newestFirst.map((cents) => invoiceOf([cents]));
    settle(invoices, owedCents, LATER);
    return invoices.map(({ amountPaidCents }) => amountPaidCents);
  };

  it.each([
    ['nothing is owed', [300, 200], 0, [300, 200]],
    ['the balance has more than enough', [300, 200], -50, [300, 200]],
    ['nothing was paid', [300, 200], 500, [0, 0]],
    ['the oldest was paid', [300, 200], 300, [0, 200]],
    ['the oldest was paid in part', [300, 200], 350, [0, 150]],
    ['more is owed than was billed', [300, 200], 900, [0, 0]],
  ])('settles the oldest invoices first: %s', (_what, newestFirst, owedCents, amounts) => {
    expect(paid(newestFirst, owedCents)).toEqual(amounts);
  });

  it('leaves the billed part of the debt unpaid', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999 })), fc.integer({ min: -500, max: 5_000 }), (totals, owed) => {
        const billed = totals.reduce((sum, cents) => sum + cents, 0);
        const covered = paid(totals, owed).reduce((sum, cents) => sum + cents, 0);
        expect(billed - covered).toBe(Math.min(billed, Math.max(0, owed)));
      }),
    );
  });
});
