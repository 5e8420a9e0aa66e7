import fc from 'fast-check';
import { BILLED_ITEMS } from '../journal/postings';
import {
  type BilledEntry,
  linesOf,
  printedPriceOf,
  reversed,
  SINGLE_LINES_MAX,
  sumOf,
  unitPriceOf,
} from './invoice-lines';

const single = (given: Partial<BilledEntry> = {}): BilledEntry => ({
  item: 'number_monthly',
  count: 1,
  amountCents: -100,
  description: 'Number +12125550123',
  usageOf: null,
  seconds: null,
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
        unit: 'month',
        unitPriceCents: 100,
        amountCents: 100,
        relatedKind: 'number',
        relatedId: 'num_1',
      },
      {
        kind: 'adjustment',
        description: 'Goodwill',
        quantity: 1,
        unit: 'item',
        unitPriceCents: -25,
        amountCents: -25,
        relatedKind: null,
        relatedId: 'num_1',
      },
    ]);
  });

  it('are one for the calls to a destination or a number, and one for messages of a price', () => {
    const outbound = { item: 'usage_outbound', usageOf: 'DE mobile' } as const;
    const calls = sum({ ...outbound, count: 1_234, amountCents: -5_678, seconds: 60 * 2_000 + 1 });
    const own = sum({ item: 'usage_inbound', usageOf: '+12125550123', count: 1, amountCents: -3, seconds: 59 });
    const messages = sum({ item: 'sms', count: 30, amountCents: -60, relatedKind: 'sms' });
    const received = sum({ ...messages, usageOf: 'inbound', count: 2, amountCents: -4 });
    const sent = sum({ ...messages, usageOf: 'outbound', count: 3, amountCents: -6 });
    expect(linesOf([messages, received, sent, calls, own])).toEqual([
      {
        kind: 'usage_inbound',
        description: 'Inbound calls to +12125550123: 1 call',
        quantity: 1,
        unit: 'minute',
        unitPriceCents: 3,
        amountCents: 3,
        relatedKind: 'cdr',
        relatedId: null,
      },
      {
        kind: 'usage_outbound',
        description: 'Outbound calls to Germany, mobile: 1,234 calls',
        quantity: 2_001,
        unit: 'minute',
        unitPriceCents: 3,
        amountCents: 5_678,
        relatedKind: 'cdr',
        relatedId: null,
      },
      {
        kind: 'sms',
        description: 'Text messages',
        quantity: 30,
        unit: 'message',
        unitPriceCents: 2,
        amountCents: 60,
        relatedKind: 'sms',
        relatedId: null,
      },
      expect.objectContaining({ kind: 'sms', description: 'Received text messages', quantity: 2, unitPriceCents: 2 }),
      expect.objectContaining({ kind: 'sms', description: 'Sent text messages', quantity: 3, unitPriceCents: 2 }),
    ]);
  });

  // Refunds of four calls: -7 / 4 = -1.75, -6 / 4 = -1.5, -5 / 4 = -1.25.
  it.each([
    [7, -2],
    [6, -2],
    [5, -1],
  ])('have a unit price that is rounded as that of the opposite amount: %j cents', (amountCents, unitPriceCents) => {
    const calls = { item: 'usage_outbound', count: 4 } as const;
    const [refunds] = linesOf([sum({ ...calls, amountCents })]);
    expect(refunds).toMatchObject({ quantity: 4, unit: 'call', unitPriceCents, amountCents: 0 - amountCents });
    const charges = linesOf([sum({ ...calls, amountCents: -amountCents })]);
    expect(reversed(charges)).toMatchObject([{ unitPriceCents, amountCents: 0 - amountCents }]);
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

  it('add up to the entries with opposite sign, each as quantity times price, rounded to the cent', () => {
    const entry = fc.record({
      item: fc.constantFrom(...BILLED_ITEMS, null),
      cents: fc.integer({ min: -500, max: 500 }).filter((cents) => cents !== 0),
      count: fc.integer({ min: 1, max: 40 }),
      isSum: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 50 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 1e8 }),
        (asked, isLong, seconds) => {
          const entries = asked.map(({ item, cents, count, isSum }) =>
            isSum
              ? sum({ item, count, amountCents: cents * count, ...(item?.startsWith('usage') && { seconds }) })
              : single({ item, amountCents: cents }),
          );
          if (isLong) entries.push(...Array.from({ length: SINGLE_LINES_MAX + 1 }, () => single()));
          const lines = linesOf(entries);
          expect(sumOf(lines) + entries.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(0);
          for (const each of lines) {
            const price = Number(unitPriceOf(each).replace('$', ''));
            expect(Math.round(Math.abs(price) * each.quantity * 100)).toBe(Math.abs(each.amountCents));
            expect(Math.sign(price)).toBe(Math.sign(each.amountCents));
            if (each.unit !== 'minute' && !each.kind.startsWith('usage'))
              expect(each.amountCents).toBe(each.quantity * each.unitPriceCents);
            expect([each.quantity, each.unitPriceCents].every(Number.isSafeInteger)).toBe(true);
          }
          expect(lines.length).toBeLessThanOrEqual(entries.length);
        },
      ),
    );
  });

  it.each([
    [343, 735, '$0.02143'],
    [3, 100, '$0.333'],
    [1, -250, '-$2.50'],
    [2, 200, '$1.00'],
    [7, 1, '$0.001'],
    [1_000_000, 1, '$0.00000001'],
  ])('price %d units of %d cents at %s each', (quantity, amountCents, price) => {
    expect(unitPriceOf({ quantity, amountCents })).toBe(price);
  });

  it.each([
    [343, 'minute', 735, '$0.0214'],
    [1, 'minute', 5, '$0.0500'],
    [3, 'call', -2, '-$0.0067'],
    [1, 'call', -5, '-$0.05'],
    [2, 'month', 200, '$1.00'],
    [3, 'message', 1, '$0.003'],
  ] as const)('print the price of %d %ss for %d cents as %s', (quantity, unit, amountCents, price) => {
    expect(printedPriceOf({ quantity, unit, amountCents })).toBe(price);
  });

  it('of calls without a recorded destination or time are one, by the number of calls', () => {
    const [line] = linesOf([sum({ item: 'usage_outbound', count: 12, amountCents: -30 })]);
    expect(line).toMatchObject({
      description: 'Outbound calls: 12 calls',
      quantity: 12,
      unit: 'call',
      amountCents: 30,
    });
  });

  it('of more than a thousand destinations and numbers are one of each kind', () => {
    const sums = Array.from({ length: SINGLE_LINES_MAX + 1 }, (_, index) =>
      sum({ item: 'usage_inbound', usageOf: `+1212555${String(1000 + index)}`, amountCents: -2, seconds: 60 }),
    );
    expect(linesOf(sums)).toMatchObject([
      { description: 'Inbound calls: 1,001 calls', quantity: 1_001, unit: 'minute', amountCents: 2_002 },
    ]);
  });

  it('are reversed one by one', () => {
    const lines = linesOf([single(), sum({ item: 'usage_outbound', amountCents: -7, seconds: 130 })]);
    const opposite = reversed(lines);
    expect(opposite.map(({ amountCents }) => amountCents)).toEqual([-100, -7]);
    expect(reversed(opposite)).toEqual(lines);
  });
});
