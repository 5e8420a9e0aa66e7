import { addDays, addSeconds } from '@trunkline/kernel';
import { anOffer, anOrder, NOW } from '../testing';
import { type NumberOrder, ORDER_STATUSES, type OrderStatus } from './number-order';

const PURCHASE = { e164: '+4930901820', supplierNumberRef: null, usable: true };
const FAILURE = { code: 'supplier_error', message: 'No.' };

function anOrderThatIs(status: OrderStatus): NumberOrder {
  const order = anOrder();
  if (status === 'provisioned') order.fulfil(PURCHASE, NOW);
  if (status === 'pending_documents') order.fulfil({ ...PURCHASE, usable: false }, NOW);
  if (status === 'failed') order.fail(FAILURE, NOW);
  if (status === 'cancelled') order.cancel(NOW);
  return order;
}

const EVENTS: Readonly<Record<string, (order: NumberOrder) => unknown>> = {
  'fulfilled with a working number': (order) => order.fulfil(PURCHASE, NOW),
  'fulfilled with a number that waits': (order) => order.fulfil({ ...PURCHASE, usable: false }, NOW),
  completed: (order) => order.completeDocuments(NOW),
  failed: (order) => order.fail(FAILURE, NOW),
  cancelled: (order) => order.cancel(NOW),
  'left unknown': (order) => order.postpone('no answer', NOW, 20),
};

const REFUSED = Object.fromEntries(Object.keys(EVENTS).map((name) => [name, 'invalid_state']));

const TABLE: Readonly<Record<OrderStatus, Readonly<Record<string, string>>>> = {
  pending: {
    'fulfilled with a working number': 'provisioned',
    'left unknown': 'pending',
    completed: 'invalid_state',
    'fulfilled with a number that waits': 'pending_documents',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  pending_documents: { ...REFUSED, completed: 'provisioned', cancelled: 'cancelled' },
  provisioned: REFUSED,
  failed: REFUSED,
  cancelled: REFUSED,
};

describe('NumberOrder', () => {
  describe.each(ORDER_STATUSES)('that is %s', (status) => {
    it.each(Object.keys(EVENTS))('follows its table of states: %s', (name) => {
      const order = anOrderThatIs(status);
      const outcome = () => {
        try {
          EVENTS[name]!(order);
          return order.status;
        } catch (error) {
          return (error as { code: string }).code;
        }
      };
      expect(outcome()).toBe(TABLE[status][name]);
    });
  });

  it('owes setup and the first month', () => {
    expect(anOrder(anOffer({ monthlyPriceCents: 250, setupPriceCents: 100 })).dueCents).toBe(350);
  });

  it('is billed as a month where the setup is free', () => {
    expect(anOrder(anOffer({ monthlyPriceCents: 250, setupPriceCents: 100 })).invoiceItem).toBe('number_setup');
    expect(anOrder(anOffer({ monthlyPriceCents: 250, setupPriceCents: 0 })).invoiceItem).toBe('number_monthly');
  });

  it('is complete when the number is active, not before', () => {
    const order = anOrderThatIs('pending_documents');
    expect(order.completedAt).toBeNull();
    order.completeDocuments(addDays(NOW, 2));
    expect(order.completedAt).toEqual(addDays(NOW, 2));
  });

  it('is overdue after 15 minutes', () => {
    const order = anOrder();
    expect(order.isOverdue(addSeconds(NOW, 899))).toBe(false);
    expect(order.isOverdue(addSeconds(NOW, 900))).toBe(true);
  });

  it('is checked again while its outcome is unknown', () => {
    const order = anOrder();
    order.postpone('socket hang up', NOW, 20);
    expect(order).toMatchObject({ nextCheckAt: addSeconds(NOW, 20), supplierNote: 'socket hang up' });
  });

  describe('that was given up while the supplier may have bought', () => {
    const givenUp = () => {
      const order = anOrder();
      order.fail(FAILURE, NOW, true);
      return order;
    };

    it('is reconciled', () => {
      expect(givenUp()).toMatchObject({ isReconciling: true, nextCheckAt: NOW });
    });

    it('continues to be reconciled', () => {
      const order = givenUp();
      order.continueReconciling(addSeconds(NOW, 60), 600);
      expect(order).toMatchObject({ isReconciling: true, nextCheckAt: addSeconds(NOW, 660) });
    });

    it('is no longer reconciled after two days', () => {
      const order = givenUp();
      order.continueReconciling(addDays(NOW, 2), 600);
      expect(order).toMatchObject({ isReconciling: false, nextCheckAt: null });
    });
  });

  it('that failed permanently is not reconciled', () => {
    expect(anOrderThatIs('failed')).toMatchObject({ isReconciling: false, nextCheckAt: null });
  });

  it('that is cancelled before its outcome is known is reconciled, and not after', () => {
    expect(anOrderThatIs('cancelled').isReconciling).toBe(true);
    const waiting = anOrderThatIs('pending_documents');
    waiting.cancel(NOW);
    expect(waiting.isReconciling).toBe(false);
  });
});
