import fc from 'fast-check';
import { monthsAfter } from './billing-cycle';

const at = (text: string) => new Date(`${text}T10:30:00Z`);

describe('the anchor day', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2028-02-29', 48, '2032-02-29'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-10', 0, '2026-05-10'],
  ])('of %s, %i months on, is %s at the same time of day', (anchor, months, expected) => {
    expect(monthsAfter(at(anchor), months)).toEqual(at(expected));
  });

  const anchors = fc.date({ min: new Date('2020-01-01Z'), max: new Date('2040-01-01Z'), noInvalidDate: true });

  it('is never later than the day of the anchor, and differs only at the end of a month', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 240 }), (anchor, months) => {
        const due = monthsAfter(anchor, months);
        const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
        expect(due.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay));
        expect((due.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + due.getUTCMonth() - anchor.getUTCMonth()).toBe(
          months,
        );
      }),
    );
  });

  it('moves forward with each month', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 240 }), (anchor, months) => {
        expect(monthsAfter(anchor, months + 1).getTime()).toBeGreaterThan(monthsAfter(anchor, months).getTime());
      }),
    );
  });
});
