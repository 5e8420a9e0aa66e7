import fc from 'fast-check';
import { BILLED_ITEMS } from '../journal/postings';
import { type BilledEntry, linesOf, SINGLE_LINES_MAX, sumOf } from './invoice-lines';

const single = (given: Partial<BilledEntry> = {}): BilledEntry => ({
  item: 'number_monthly',
  count: 1,
  amountCents: -100,
  description: 'Number +12125550123',
  relatedKind: 'number',
  relatedId: 'num_1',
  ...given,
});
const sum = (given: Partial<BilledEntry>): BilledEntry =>
  single({ description: null, relatedKind: 'cdr', relatedId: null, ...given });

describe('the lines of an invoice', () => {
  it('are one for each number, refund and adjustment', () => {
    expect(
      linesOf([single(), single({ item: null, amountCents: 25, description: 'Goodwill', relatedKind: null })]),
    ).toEqual([
      {
        kind: 'number_monthly',
        description: 'Number +12125550123',
        quantity: 1,
        unitPriceCents: 100,
        amountCents: 100,
        relatedKind: 'number',
        relatedId: 'num_1',
      },
      {
        kind: 'adjustment',
        description: 'Goodwill',
        quantity: 1,
        unitPriceCents: -25,
        amountCents: -25,
        relatedKind: null,
        relatedId: 'num_1',
      },
    ]);
  });

  it('are one for all calls of a direction, and one for messages of a price', () => {
    const calls = sum({ item: 'usage_outbound', count: 1_234, amountCents: -5_678 });
    const messages = sum({ item: 'sms', count: 30, amountCents: -60, relatedKind: 'sms' });
    expect(linesOf([messages, calls])).toEqual([
      {
        kind: 'usage_outbound',
        description: 'Outbound calls: 1234',
        quantity: 1,
        unitPriceCents: 5_678,
        amountCents: 5_678,
        relatedKind: 'cdr',
        relatedId: null,
      },
      {
        kind: 'sms',
        description: 'Text messages',
        quantity: 30,
        unitPriceCents: 2,
        amountCents: 60,
        relatedKind: 'sms',
        relatedId: null,
      },
    ]);
  });

  it('have a fixed order', () => {
    const shuffled = [
      single({ item: null }),
      single(),
      sum({ item: 'usage_inbound' }),
      single({ item: 'number_setup' }),
    ];
    const kinds = linesOf(shuffled).map(({ kind }) => kind);
    expect(kinds).toEqual(['number_setup', 'number_monthly', 'usage_inbound', 'adjustment']);
  });

  it('are merged by kind and price above a thousand', () => {
    const numbers = (count: number) => Array.from({ length: count }, () => single());
    expect(linesOf(numbers(SINGLE_LINES_MAX))).toHaveLength(SINGLE_LINES_MAX);
    const many = linesOf([...numbers(SINGLE_LINES_MAX), single({ amountCents: -250 }), single({ item: null })]);
    expect(many.map(({ kind, quantity, unitPriceCents }) => [kind, quantity, unitPriceCents])).toEqual([
      ['number_monthly', SINGLE_LINES_MAX, 100],
      ['number_monthly', 1, 250],
      ['adjustment', 1, 100],
    ]);
  });

  it('add up to the entries with opposite sign, each as quantity times price', () => {
    const entry = fc.record({
      item: fc.constantFrom(...BILLED_ITEMS, null),
      cents: fc.integer({ min: -500, max: 500 }).filter((cents) => cents !== 0),
      count: fc.integer({ min: 1, max: 40 }),
      isSum: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 50 }), fc.boolean(), (asked, isLong) => {
        const entries = asked.map(({ item, cents, count, isSum }) =>
          isSum ? sum({ item, count, amountCents: cents * count }) : single({ item, amountCents: cents }),
        );
        if (isLong) entries.push(...Array.from({ length: SINGLE_LINES_MAX + 1 }, () => single()));
        const lines = linesOf(entries);
        expect(sumOf(lines) + entries.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(0);
        for (const each of lines) {
          expect(each.amountCents).toBe(each.quantity * each.unitPriceCents);
          expect([each.quantity, each.unitPriceCents].every(Number.isSafeInteger)).toBe(true);
        }
        expect(lines.length).toBeLessThanOrEqual(entries.length);
      }),
    );
  });
});
