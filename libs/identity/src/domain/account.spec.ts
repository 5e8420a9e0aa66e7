import { addDays } from '@trunkline/kernel';
import { Account } from './account';

const now = new Date('2026-03-01T12:00:00Z');
const graceEnds = addDays(now, 30);

function anAccount(): Account {
  return Account.open({ name: 'Engines', country: 'GB', tier: 'self_serve', signUpOperationId: 'op_1' }, now);
}

/** Every state that an account can be in, reached as in life. */
const STATES: Readonly<Record<string, () => Account>> = {
  active: anAccount,
  suspended: () => after((account) => account.suspend('fraud', now)),
  'suspended for debt': () => after((account) => account.suspendForDebt(now)),
  'suspended for both': () =>
    after((account) => {
      account.suspendForDebt(now);
      account.suspend('fraud', now);
    }),
  pending_closure: () => after((account) => account.requestClosure(now)),
  'pending_closure, suspended before': () =>
    after((account) => {
      account.suspend('fraud', now);
      account.requestClosure(now);
    }),
  closed: () =>
    after((account) => {
      account.requestClosure(now);
      account.close(graceEnds);
    }),
};

function after(change: (account: Account) => void): Account {
  const account = anAccount();
  change(account);
  return account;
}

const EVENTS: Readonly<Record<string, (account: Account) => void>> = {
  suspend: (account) => account.suspend('fraud', now),
  suspendForDebt: (account) => account.suspendForDebt(now),
  reinstate: (account) => account.reinstate(),
  settleDebt: (account) => account.settleDebt(),
  requestClosure: (account) => account.requestClosure(now),
  cancelClosure: (account) => account.cancelClosure(addDays(now, 29)),
  'cancelClosure after the grace': (account) => account.cancelClosure(graceEnds),
  close: (account) => account.close(graceEnds),
  'close before the grace is over': (account) => account.close(addDays(now, 29)),
};

const OUTCOMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  active: {
    suspend: 'suspended',
    suspendForDebt: 'suspended',
    reinstate: 'active',
    settleDebt: 'active',
    requestClosure: 'pending_closure',
    cancelClosure: 'invalid_state',
    'cancelClosure after the grace': 'invalid_state',
    close: 'invalid_state',
    'close before the grace is over': 'invalid_state',
  },
  suspended: {
    suspend: 'suspended',
    suspendForDebt: 'suspended',
    reinstate: 'active',
    settleDebt: 'suspended',
    requestClosure: 'pending_closure',
    cancelClosure: 'invalid_state',
    'cancelClosure after the grace': 'invalid_state',
    close: 'invalid_state',
    'close before the grace is over': 'invalid_state',
  },
  'suspended for debt': {
    suspend: 'suspended',
    suspendForDebt: 'suspended',
    reinstate: 'active',
    settleDebt: 'active',
    requestClosure: 'pending_closure',
    cancelClosure: 'invalid_state',
    'cancelClosure after the grace': 'invalid_state',
    close: 'invalid_state',
    'close before the grace is over': 'invalid_state',
  },
  'suspended for both': {
    suspend: 'suspended',
    suspendForDebt: 'suspended',
    reinstate: 'active',
    settleDebt: 'suspended',
    requestClosure: 'pending_closure',
    cancelClosure: 'invalid_state',
    'cancelClosure after the grace': 'invalid_state',
    close: 'invalid_state',
    'close before the grace is over': 'invalid_state',
  },
  pending_closure: {
    suspend: 'pending_closure',
    suspendForDebt: 'pending_closure',
    reinstate: 'pending_closure',
    settleDebt: 'pending_closure',
    requestClosure: 'closure_already_requested',
    cancelClosure: 'active',
    'cancelClosure after the grace': 'invalid_state',
    close: 'closed',
    'close before the grace is over': 'invalid_state',
  },
  'pending_closure, suspended before': {
    suspend: 'pending_closure',
    suspendForDebt: 'pending_closure',
    reinstate: 'pending_closure',
    settleDebt: 'pending_closure',
    requestClosure: 'closure_already_requested',
    cancelClosure: 'suspended',
    'cancelClosure after the grace': 'invalid_state',
    close: 'closed',
    'close before the grace is over': 'invalid_state',
  },
  closed: {
    suspend: 'invalid_state',
    suspendForDebt: 'invalid_state',
    reinstate: 'invalid_state',
    settleDebt: 'closed',
    requestClosure: 'invalid_state',
    cancelClosure: 'invalid_state',
    'cancelClosure after the grace': 'invalid_state',
    close: 'invalid_state',
    'close before the grace is over': 'invalid_state',
  },
};

const cases = Object.entries(OUTCOMES).flatMap(([state, row]) =>
  Object.entries(row).map(([event, outcome]) => [state, event, outcome] as const),
);

describe('account', () => {
  it.each(cases)('follows its table of states: %s, %s → %s', (state, event, outcome) => {
    const account = STATES[state]!();
    let refusal: unknown;
    try {
      EVENTS[event]!(account);
    } catch (error) {
      refusal = error;
    }
    expect(refusal === undefined ? account.status : (refusal as { code: string }).code).toBe(outcome);
  });

  it('has exactly 30 days between request and closure', () => {
    const account = STATES['pending_closure']!();
    expect(account.closureGraceEndsAt).toEqual(new Date('2026-03-31T12:00:00Z'));
    expect(account.isDueToClose(new Date(graceEnds.getTime() - 1))).toBe(false);
    expect(account.isDueToClose(graceEnds)).toBe(true);
  });

  it('keeps the first reason of a suspension, and forgets it when reinstated', () => {
    const account = STATES['suspended']!();
    account.suspend('another', addDays(now, 1));
    expect(account).toMatchObject({ suspensionReason: 'fraud', suspendedAt: now });
    account.reinstate();
    expect(account).toMatchObject({ suspensionReason: null, suspendedAt: null });
  });

  it("returns an operator's reason before a debt, and keeps it when the debt is paid", () => {
    const account = STATES['suspended for debt']!();
    expect(account.suspensionReason).toBe('The balance is below the credit limit.');
    account.suspend('fraud', addDays(now, 1));
    expect(account).toMatchObject({ suspensionReason: 'fraud', suspendedAt: now, suspendedFor: ['debt', 'operator'] });
    account.settleDebt();
    expect(account).toMatchObject({ status: 'suspended', suspensionReason: 'fraud', suspendedFor: ['operator'] });
  });

  it('updates only the given members', () => {
    const account = anAccount();
    account.change({ settings: { timezone: 'Europe/London' } });
    expect(account.settings).toEqual({ cdrRedaction: 'none', lowBalanceAlertCents: null, timezone: 'Europe/London' });
    account.change({ name: 'Looms' });
    expect(account).toMatchObject({ name: 'Looms', country: 'GB', settings: { timezone: 'Europe/London' } });
  });
});
