import { toEvents } from './balance-events';
import type { TransactionKind } from './postings';

const TERMS = { billingMode: 'prepaid', creditLimitCents: 0, lowBalanceAlertCents: null, claimId: null } as const;

function events(before: number, after: number, change: { kind?: TransactionKind; terms?: object } = {}) {
  const { kind = after < before ? 'charge' : 'topup', terms = {} } = change;
  const movement = { accountId: 'acc_1', transactionId: 'txn_1', kind };
  return toEvents({ ...movement, amountCents: after - before, balanceAfterCents: after }, { ...TERMS, ...terms });
}
const typesOf = (...args: Parameters<typeof events>) => events(...args).map(({ type }) => type.replace('billing.', ''));

describe('toEvents', () => {
  it('always publishes the balance', () => {
    const data = { transaction_id: 'txn_1', kind: 'charge', amount_cents: -200, balance_cents: 300 };
    expect(events(500, 300)).toEqual([{ type: 'billing.balance.changed', accountId: 'acc_1', data }]);
  });

  it.each([
    [1000, 999, true],
    [1001, 1000, false],
    [999, 998, false],
    [998, 999, false],
    [998, 1000, false],
    [5000, -1, true],
  ])('publishes a low balance for the debit across the threshold of 1000: %p to %p: %p', (before, after, expected) => {
    const published = typesOf(before, after, { terms: { lowBalanceAlertCents: 1000 } });
    expect(published.includes('balance.low')).toBe(expected);
  });

  it('publishes no low balance while the alert is disabled', () => {
    expect(typesOf(100, -100)).not.toContain('balance.low');
  });

  it.each<[TransactionKind, number, number, boolean | null]>([
    ['charge', -50, -51, false],
    ['charge', 10, -50, null],
    ['charge', -51, -60, null],
    ['topup', -51, -50, false],
    ['topup', -60, -51, null],
    ['chargeback', 0, -50, null],
    ['chargeback', 0, -51, true],
    ['chargeback', -60, -70, true],
    ['chargeback', -90, -70, null],
    ['chargeback', -60, -50, false],
    ['adjustment', 0, -51, false],
  ])(
    'publishes a debt when a %s crosses a credit limit of 50, from %p to %p: %p',
    (kind, before, after, isChargeback) => {
      const published = events(before, after, { kind, terms: { billingMode: 'postpaid', creditLimitCents: 50 } }).slice(
        1,
      );
      const data = { balance_cents: after, credit_limit_cents: 50, is_chargeback: isChargeback };
      expect(published).toEqual(
        isChargeback === null ? [] : [{ type: 'billing.debt.changed', accountId: 'acc_1', data }],
      );
    },
  );

  it.each<TransactionKind>(['charge', 'chargeback', 'adjustment', 'topup'])(
    'publishes no debt when a %s moves a postpaid balance without a credit limit across zero',
    (kind) => {
      const [before, after] = kind === 'topup' ? [-500, 100] : [100, -500];
      expect(typesOf(before, after, { kind, terms: { billingMode: 'postpaid' } })).toEqual(['balance.changed']);
    },
  );

  it('alerts and claims a recharge for a postpaid balance without a credit limit', () => {
    const terms = { billingMode: 'postpaid', lowBalanceAlertCents: 0, claimId: 'txn_1' };
    expect(typesOf(100, -500, { terms })).toEqual(['balance.changed', 'balance.low', 'recharge.claimed']);
  });

  it('publishes the claim that the movement took', () => {
    expect(events(500, 100, { terms: { claimId: 'txn_1' } })[1]).toEqual({
      type: 'billing.recharge.claimed',
      accountId: 'acc_1',
      data: { claim_id: 'txn_1' },
    });
  });
});
