import { Topup, TOPUP_STATUSES, type TopupStatus } from './topup';

const NOW = new Date('2026-03-01T12:00:00Z');
const LATER = new Date('2026-03-01T12:05:00Z');
const FAILURE = { intentId: 'pi_1', code: 'card_declined', message: 'Your card was declined.' };

function topup(status: TopupStatus): Topup {
  const begun = Topup.begin(
    {
      accountId: 'acc_1',
      operationId: 'op_1',
      amountCents: 2500,
      paymentMethodId: 'pm_1',
      processorPaymentMethodId: 'pm_card_visa',
      description: null,
      auto: false,
    },
    NOW,
  );
  if (status === 'requires_action') begun.awaitCustomer('pi_1', 'secret');
  if (status === 'succeeded') begun.succeed('pi_1', 'txn_1', NOW);
  if (status === 'failed') begun.fail(FAILURE, NOW);
  return begun;
}

const EVENTS = {
  awaitProcessor: (each: Topup) => each.awaitProcessor('pi_1'),
  awaitCustomer: (each: Topup) => each.awaitCustomer('pi_1', 'secret'),
  succeed: (each: Topup) => each.succeed('pi_1', 'txn_1', LATER),
  fail: (each: Topup) => each.fail(FAILURE, LATER),
};

const REFUSED = null;
const TABLE: Readonly<Record<TopupStatus, Readonly<Record<keyof typeof EVENTS, TopupStatus | null>>>> = {
  processing: {
    awaitProcessor: 'processing',
    awaitCustomer: 'requires_action',
    succeed: 'succeeded',
    fail: 'failed',
  },
  requires_action: {
    awaitProcessor: 'processing',
    awaitCustomer: 'requires_action',
    succeed: 'succeeded',
    fail: 'failed',
  },
  succeeded: { awaitProcessor: REFUSED, awaitCustomer: REFUSED, succeed: REFUSED, fail: REFUSED },
  failed: { awaitProcessor: REFUSED, awaitCustomer: REFUSED, succeed: 'succeeded', fail: REFUSED },
};

const cases = TOPUP_STATUSES.flatMap((from) =>
  (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).map((event) => [from, event, TABLE[from][event]] as const),
);

describe('Topup', () => {
  it.each(cases)('follows its table of states: %s, %s → %s', (from, event, to) => {
    const each = topup(from);
    if (to === null) {
      expect(() => EVENTS[event](each)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
      expect(each.status).toBe(from);
    } else {
      EVENTS[event](each);
      expect(each.status).toBe(to);
    }
  });

  it('has a client secret only while the customer must act', () => {
    const each = topup('requires_action');
    expect(each.clientSecret).toBe('secret');
    each.succeed('pi_1', 'txn_1', LATER);
    expect(each.clientSecret).toBeNull();
  });

  it('clears the failure when the charge succeeds later', () => {
    const each = topup('failed');
    each.succeed('pi_1', 'txn_1', LATER);
    expect(each).toMatchObject({ failureCode: null, failureMessage: null, completedAt: LATER, checkAt: null });
  });

  it('is checked after a minute, then at doubling intervals up to a day', () => {
    const each = topup('processing');
    const delays: number[] = [];
    expect(each.checkAt).toEqual(new Date('2026-03-01T12:01:00Z'));
    for (let look = 0; look < 13; look++) {
      each.postponeCheck(NOW);
      delays.push(((each.checkAt?.getTime() ?? 0) - NOW.getTime()) / 60_000);
    }
    expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(delays.at(-1)).toBe(1440);
  });
});
