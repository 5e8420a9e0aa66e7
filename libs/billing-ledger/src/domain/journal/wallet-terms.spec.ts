import { changedTerms, isInDebt, isUnlimited } from './wallet-terms';

describe('changedTerms', () => {
  const PREPAID = { billingMode: 'prepaid', creditLimitCents: 0 } as const;
  const POSTPAID = { billingMode: 'postpaid', creditLimitCents: 5000 } as const;

  it.each([
    [PREPAID, {}, PREPAID],
    [PREPAID, { billingMode: 'postpaid' }, { billingMode: 'postpaid', creditLimitCents: 0 }],
    [PREPAID, POSTPAID, POSTPAID],
    [PREPAID, { creditLimitCents: 0 }, PREPAID],
    [POSTPAID, {}, POSTPAID],
    [POSTPAID, { creditLimitCents: 1 }, { billingMode: 'postpaid', creditLimitCents: 1 }],
    [POSTPAID, { billingMode: 'prepaid' }, PREPAID],
  ] as const)('changes %j by %j to %j', (terms, change, expected) => {
    expect(changedTerms(terms, change)).toEqual(expected);
  });

  it.each([
    [PREPAID, { creditLimitCents: 1 }],
    [POSTPAID, { billingMode: 'prepaid', creditLimitCents: 1 }],
  ] as const)('rejects prepaid credit: %j changed by %j', (terms, change) => {
    const refusal = expect.objectContaining({ fields: { credit_limit_cents: expect.any(String) } });
    expect(() => changedTerms(terms, change)).toThrow(refusal);
  });
});

describe('isInDebt', () => {
  const PREPAID = { billingMode: 'prepaid', creditLimitCents: 0 } as const;
  const LIMITED = { billingMode: 'postpaid', creditLimitCents: 50 } as const;
  const UNLIMITED = { billingMode: 'postpaid', creditLimitCents: 0 } as const;

  it.each([
    [PREPAID, 0, false],
    [PREPAID, -1, true],
    [LIMITED, -50, false],
    [LIMITED, -51, true],
    [UNLIMITED, -1, false],
    [UNLIMITED, -1_000_000_000, false],
  ] as const)('depends on the credit limit: %j at %p → %p', (terms, balanceCents, expected) => {
    expect(isInDebt(balanceCents, terms)).toBe(expected);
  });

  it('only calls a postpaid wallet without a limit unlimited', () => {
    expect([PREPAID, LIMITED, UNLIMITED].map(isUnlimited)).toEqual([false, false, true]);
  });
});
