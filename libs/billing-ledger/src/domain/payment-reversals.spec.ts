import { type PaymentState, type Reversal, ReversedPayment } from './payment-reversals';

const PAYMENT: PaymentState = { paymentCents: 2500, refundedCents: 0, debitedCents: 0, reversals: [] };
const taken = (id: string, amountCents: number): Reversal => ({ id, amountCents, isReturned: false });
const returned = (id: string, amountCents: number): Reversal => ({ id, amountCents, isReturned: true });

describe('ReversedPayment', () => {
  it('debits each reversal up to the payment', () => {
    const payment = new ReversedPayment(PAYMENT);
    expect([taken('a', 1000), taken('b', 2500), taken('c', 1)].map((each) => payment.record(each))).toEqual([
      -1000, -1500, 0,
    ]);
  });

  it('credits a returned reversal, and keeps the others debited', () => {
    const payment = new ReversedPayment(PAYMENT);
    payment.record(taken('a', 1000));
    payment.record(taken('b', 2500));
    expect(payment.record(returned('b', 2500))).toBe(1500);
    expect(payment.record(returned('a', 1000))).toBe(1000);
  });

  it('debits nothing that was already refunded to the customer', () => {
    expect(new ReversedPayment({ ...PAYMENT, refundedCents: 2000 }).record(taken('a', 2500))).toBe(-500);
    expect(new ReversedPayment({ ...PAYMENT, refundedCents: 2500 }).record(taken('a', 2500))).toBe(0);
  });

  it('debits a reversal once our refund failed', () => {
    const payment = { ...PAYMENT, refundedCents: 500, debitedCents: 0, reversals: [taken('a', 2500)] };
    expect(new ReversedPayment(payment).takeDueMovement()).toBe(-2000);
  });
});
