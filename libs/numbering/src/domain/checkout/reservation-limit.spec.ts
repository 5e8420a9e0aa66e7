import { TIERS } from '@trunkline/kernel';
import { reservationsMax } from './reservation-limit';

describe('the limit of reservations', () => {
  it.each([
    ['manual_review', 5, 5],
    ['self_serve', 5, 20],
    ['verified', 100, 100],
    ['wholesale', 500, 500],
  ] as const)('of a %s account is %i before the first top-up and %i after it', (tier, before, after) => {
    expect(TIERS).toContain(tier);
    expect(reservationsMax({ tier, hasToppedUp: false })).toBe(before);
    expect(reservationsMax({ tier, hasToppedUp: true })).toBe(after);
  });
});
