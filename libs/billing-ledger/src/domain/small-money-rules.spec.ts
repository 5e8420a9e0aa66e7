import { refundableCents } from './refundable';
import { changedTerms } from './wallet-terms';

describe('the terms of a wallet', () => {
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
  ] as const)('%j changed by %j: %j', (terms, change, expected) => {
    expect(changedTerms(terms, change)).toEqual(expected);
  });

  it.each([
    [PREPAID, { creditLimitCents: 1 }],
    [POSTPAID, { billingMode: 'prepaid', creditLimitCents: 1 }],
  ] as const)('%j refuse credit in advance: %j', (terms, change) => {
    const refusal = expect.objectContaining({ fields: { credit_limit_cents: expect.any(String) } });
    expect(() => changedTerms(terms, change)).toThrow(refusal);
  });
});

describe('what can be given back of a charge of 100', () => {
  it.each([
    ['nothing was', 0, null, 100],
    ['a part was', 40, null, 60],
    ['all of it was', 100, null, 0],
    ['its order was refunded whole', 0, { chargedCents: 100, refundedCents: 100 }, 0],
    ['its order was charged for more, and refunded in part', 0, { chargedCents: 150, refundedCents: 70 }, 80],
    ['it and its order were', 40, { chargedCents: 500, refundedCents: 40 }, 60],
  ])('when %s', (_what, ofChargeCents, deed, expected) => {
    expect(refundableCents(100, { ofChargeCents, deed })).toBe(expected);
  });
});
