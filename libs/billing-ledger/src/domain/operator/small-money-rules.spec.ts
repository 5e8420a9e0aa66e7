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

describe('what can be given back of a charge', () => {
  it.each([
    ['that belongs to no deed', 60, null, 60],
    ['of which all is given back', 0, null, 0],
    ['whose order was refunded whole', 100, 0, 0],
    ['whose order was charged for more, and refunded in part', 100, 80, 80],
    ['that was given back in part itself, and its order was charged for more', 60, 460, 60],
  ])('%s', (_what, ofChargeCents, ofSourceCents, expected) => {
    expect(refundableCents(ofChargeCents, ofSourceCents)).toBe(expected);
  });
});
