import { exampleOf, type IntegrationEvent, isPublicEvent } from './event-bus';

describe('the catalogue of events', () => {
  it('has an example of the data of each public type', () => {
    expect(exampleOf('billing.balance.low')).toEqual({ balance_cents: 450, threshold_cents: 500 });
  });

  it('distinguishes the types that customers can subscribe to from internal ones', () => {
    expect(['call.completed', 'number.released'].map(isPublicEvent)).toEqual([true, true]);
    expect(['mail.requested', 'account.created', 'call.imagined'].map(isPublicEvent)).toEqual([false, false, false]);
  });

  // A directive without a mistake below it fails the check of types.
  it('rejects mistakes of publishers when the code is compiled', () => {
    const number = { number_id: 'num_1', e164: '+12125550123' };
    const mistakes: IntegrationEvent[] = [
      // @ts-expect-error: the type does not exist
      { type: 'number.lost', accountId: 'acc_1', data: number },
      // @ts-expect-error: a member is missing
      { type: 'number.suspended', accountId: 'acc_1', data: number },
      // @ts-expect-error: the value is not in the closed list
      { type: 'number.suspended', accountId: 'acc_1', data: { ...number, reason: 'supplier' } },
      // @ts-expect-error: the member is not nullable
      { type: 'number.resumed', accountId: 'acc_1', data: { number_id: null, e164: '+1', reason: 'compliance' } },
    ];
    expect(mistakes).toHaveLength(4);
  });
});
