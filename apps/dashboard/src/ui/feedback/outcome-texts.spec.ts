import { orderFaultText, paymentFaultText } from './outcome-texts';

describe('why something failed that was ordered', () => {
  it('says what happened to the order, and what to do next', () => {
    expect(orderFaultText('number_unavailable')).toBe('Another customer was faster. Choose another number.');
    expect(orderFaultText('supplier_timeout')).not.toContain('Idempotency-Key');
  });

  it('has the words of all other failures', () => {
    expect(orderFaultText('select_token_expired')).toBe('The search is too old. Search again.');
  });

  it('says what an order costs that failed for an unknown reason', () => {
    expect(orderFaultText('a_new_code')).toBe('The order failed, and nothing was charged. Choose another number.');
  });
});

describe('why a payment failed', () => {
  it('names the reason of the bank', () => {
    expect(paymentFaultText('insufficient_funds')).toContain('insufficient funds');
  });

  it.each(['a_new_code', null])('says for %s that the card was not charged', (code) => {
    expect(paymentFaultText(code)).toMatch(/^The card was not charged\./);
  });
});
