import { refundableCents } from './refundable';

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
