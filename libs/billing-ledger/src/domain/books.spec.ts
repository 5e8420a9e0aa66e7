import { assertCents, availableCents, TRANSACTION_KINDS, transferOf } from './books';

describe('the books', () => {
  it.each([
    ['topup', 100, 'processor_clearing', 'wallet'],
    ['trial_credit', 100, 'promotion', 'wallet'],
    ['charge', -100, 'wallet', 'revenue'],
    ['refund', 100, 'revenue', 'wallet'],
    ['refund', -100, 'wallet', 'revenue'],
    ['adjustment', 100, 'adjustments', 'wallet'],
    ['adjustment', -100, 'wallet', 'adjustments'],
    ['chargeback', -100, 'wallet', 'processor_clearing'],
  ] as const)('post a %s of %d from %s to %s', (kind, cents, debit, credit) => {
    expect(transferOf(kind, cents)).toEqual({ debit, credit, amountCents: 100 });
  });

  it.each(TRANSACTION_KINDS)('move the wallet by exactly the amount of a %s', (kind) => {
    for (const cents of [250, -250]) {
      const { debit, credit, amountCents } = transferOf(kind, cents);
      const effect = amountCents * (Number(credit === 'wallet') - Number(debit === 'wallet'));
      expect(effect).toBe(cents);
    }
  });

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])('take %p for a bug, not for an amount', (cents) => {
    expect(() => assertCents(cents)).toThrow(RangeError);
  });

  it('count credit as available and what is held as not', () => {
    expect(availableCents({ amountCents: 100, heldCents: 30, creditLimitCents: 50 })).toBe(120);
  });
});
