import { addDays } from '@trunkline/kernel';
import { Debt } from './debt';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('Debt', () => {
  it('is due seven days after it began, to the millisecond', () => {
    const debt = Debt.none('acc_1');
    expect(debt.isDue(NOW, false)).toBe(false);
    debt.begin(NOW);
    debt.begin(addDays(NOW, 3));
    expect(debt.isDue(new Date(addDays(NOW, 7).getTime() - 1), false)).toBe(false);
    expect(debt.isDue(addDays(NOW, 7), false)).toBe(true);
  });

  it('is due at once after a chargeback', () => {
    const debt = Debt.none('acc_1');
    expect(debt.isDue(NOW, true)).toBe(false);
    debt.begin(NOW);
    expect(debt.isDue(NOW, true)).toBe(true);
  });

  it('suspends once, so that an operator can reinstate, and again after another chargeback', () => {
    const debt = Debt.none('acc_1');
    debt.begin(NOW);
    debt.markSuspended(addDays(NOW, 7));
    expect([debt.isDue(addDays(NOW, 30), false), debt.isDue(addDays(NOW, 30), true)]).toEqual([false, true]);
  });

  it('begins a new grace period after it was paid', () => {
    const debt = Debt.none('acc_1');
    debt.begin(NOW);
    debt.markSuspended(NOW);
    debt.settle();
    expect(debt).toMatchObject({ since: null, suspendedAt: null });
    debt.begin(addDays(NOW, 30));
    expect(debt.isDue(addDays(NOW, 36), false)).toBe(false);
    expect(debt.isDue(addDays(NOW, 37), false)).toBe(true);
  });
});
