import {
  assertCents,
  balanceAfter,
  refundableCents,
  splitClosingBalance,
  TRANSACTION_KINDS,
  transferOf,
} from './postings';

describe('postings', () => {
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

  it('post to the given account instead of that of the kind', () => {
    expect(transferOf('refund', -100, 'refunds_due')).toEqual({
      debit: 'wallet',
      credit: 'refunds_due',
      amountCents: 100,
    });
  });

  it.each([
    ['all of it was paid in', 300, 300, [300, 0]],
    ['less was paid in than is left: the rest was ours', 800, 300, [300, 500]],
    ['more was paid in than is left: ours was spent first', 300, 1000, [300, 0]],
    ['nothing was paid in', 500, 0, [0, 500]],
    ['more was charged back than paid in', 500, -200, [0, 500]],
    ['nothing is left', 0, 300, [0, 0]],
    ['there is a debt', -50, 300, [0, 0]],
  ])('split the closing balance where %s', (_where, amountCents, paidInCents, [refundCents, creditCents]) => {
    expect(splitClosingBalance(amountCents, paidInCents)).toEqual({ refundCents, creditCents });
  });

  it.each(TRANSACTION_KINDS)('move the wallet by the exact amount of a %s', (kind) => {
    for (const cents of [250, -250]) {
      const { debit, credit, amountCents } = transferOf(kind, cents);
      const effect = amountCents * (Number(credit === 'wallet') - Number(debit === 'wallet'));
      expect(effect).toBe(cents);
    }
  });

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])('throw RangeError for the amount %p', (cents) => {
    expect(() => assertCents(cents)).toThrow(RangeError);
  });

  it('count credit as available, and holds as not available', () => {
    const wallet = { billingMode: 'postpaid', amountCents: 100, heldCents: 30, creditLimitCents: 50 } as const;
    expect(balanceAfter(wallet, { amountCents: -120, guarded: true })).toBe(-20);
    expect(balanceAfter(wallet, { amountCents: -121, guarded: true })).toBeNull();
    expect(balanceAfter(wallet, { amountCents: -121, guarded: false })).toBe(-21);
  });
});

describe('refundableCents', () => {
  it.each([
    ['without a source', 60, null, 60],
    ['that was refunded in full', 0, null, 0],
    ['whose order was refunded in full', 100, 0, 0],
    ['whose order was charged more, and refunded in part', 100, 80, 80],
    ['that was refunded in part, and whose order was charged more', 60, 460, 60],
  ])('returns what can be refunded of a charge %s', (_what, ofChargeCents, ofSourceCents, expected) => {
    expect(refundableCents(ofChargeCents, ofSourceCents)).toBe(expected);
  });
});
