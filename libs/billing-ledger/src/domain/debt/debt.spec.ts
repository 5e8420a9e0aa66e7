import { addDays } from '@trunkline/kernel';
import { Debt } from './debt';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('a debt', () => {
  it('has seven days of grace from its first day, to the second', () => {
    const debt = Debt.none('acc_1');
    expect(debt.isDue(NOW, false)).toBe(false);
    debt.run(NOW);
    debt.run(addDays(NOW, 3));
    expect(debt.isDue(new Date(addDays(NOW, 7).getTime() - 1), false)).toBe(false);
    expect(debt.isDue(addDays(NOW, 7), false)).toBe(true);
  });

  it('has none after a chargeback', () => {
    const debt = Debt.none('acc_1');
    expect(debt.isDue(NOW, true)).toBe(false);
    debt.run(NOW);
    expect(debt.isDue(NOW, true)).toBe(true);
  });

  it('suspends once, so that an operator can reinstate, and again after another chargeback', () => {
    const debt = Debt.none('acc_1');
    debt.run(NOW);
    debt.markSuspended(addDays(NOW, 7));
    expect([debt.isDue(addDays(NOW, 30), false), debt.isDue(addDays(NOW, 30), true)]).toEqual([false, true]);
  });

  it('begins anew once it was paid', () => {
    const debt = Debt.none('acc_1');
    debt.run(NOW);
    debt.markSuspended(NOW);
    debt.settle();
    expect(debt).toMatchObject({ since: null, suspendedAt: null });
    debt.run(addDays(NOW, 30));
    expect(debt.isDue(addDays(NOW, 36), false)).toBe(false);
    expect(debt.isDue(addDays(NOW, 37), false)).toBe(true);
  });
});
