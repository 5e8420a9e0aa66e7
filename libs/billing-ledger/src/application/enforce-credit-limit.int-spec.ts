import { newId, type OutgoingMail } from '@trunkline/kernel';
import { type DebtSuspensions } from './ports';
import { EnforceCreditLimit } from './enforce-credit-limit';
import { CallHolds } from './calls/call-holds';
import { StoredJournal } from '../infrastructure/journal/journal';
import { BillingNotices } from './billing-notices';
import { WalletSettings } from './operator/wallet-settings';
import { isInDebt } from '../domain/journal/wallet-terms';
import { fundedAccount, postgresWorld, type PostgresWorld } from '../testing/postgres-world';
import { StoredCallHolds } from '../infrastructure/calls/call-hold.repository';
import { StoredWalletSettings } from '../infrastructure/wallet-settings';
import { StoredDebts } from '../infrastructure/debt.repository';

const DAY_S = 86_400;
const PREPAID = { billingMode: 'prepaid', creditLimitCents: 0 } as const;
const UNLIMITED = { billingMode: 'postpaid', creditLimitCents: 0 } as const;

/** Records suspended accounts and every call of `suspend`. */
class FakeSuspensions implements DebtSuspensions {
  readonly suspended = new Set<string>();
  readonly calls: string[] = [];
  fails = false;

  suspend(accountId: string): Promise<boolean> {
    if (this.fails) return Promise.reject(new Error('unavailable'));
    const isNew = !this.suspended.has(accountId);
    this.suspended.add(accountId);
    this.calls.push(accountId);
    return Promise.resolve(isNew);
  }

  reinstate(accountId: string): Promise<void> {
    this.suspended.delete(accountId);
    return Promise.resolve();
  }
}

describe('EnforceCreditLimit', () => {
  let world: PostgresWorld;
  let suspensions: FakeSuspensions;
  let enforceCreditLimit: EnforceCreditLimit;
  let settings: WalletSettings;
  let accountId: string;
  const mails: OutgoingMail[] = [];

  beforeAll(async () => {
    world = await postgresWorld();
  });
  beforeEach(async () => {
    suspensions = new FakeSuspensions();
    const debts = new StoredDebts(world.db);
    mails.splice(0);
    const contacts = {
      billingContacts: () => Promise.resolve([{ userId: 'usr_1', email: 'ada@example.com', name: 'Ada' }]),
    };
    const outbox = { send: (mail: OutgoingMail) => Promise.resolve(mails.push(mail)) };
    const notices = new BillingNotices(contacts, new StoredJournal(world.db), outbox);
    enforceCreditLimit = new EnforceCreditLimit(world.db, debts, world.ledger, suspensions, notices, world.clock);
    settings = new WalletSettings(world.db, new StoredWalletSettings(world.db), world.events, world.clock);
    accountId = await fundedAccount(world, 500);
  });
  afterAll(() => world.close());

  const entry = (amountCents: number) => ({
    accountId,
    amountCents,
    description: 'Something',
    relatedKind: null,
    relatedId: null,
    reference: newId('txn'),
  });
  const call = (amountCents: number) => world.ledger.charge({ ...entry(amountCents), overdraft: true });
  const settleLast = (amountCents: number) => {
    const holds = new CallHolds(world.db, new StoredCallHolds(world.db), world.ledger, world.clock);
    const calls = [{ accountId, decisionId: newId('rd'), charge: entry(amountCents) }];
    return world.db.run(() => holds.settleLockingLast(calls));
  };
  const captureAfterCall = async (heldCents: number, callCents: number) => {
    const { holdId } = await world.ledger.hold(entry(heldCents));
    await call(callCents);
    await world.ledger.captureAll([{ ...entry(heldCents), holdId }]);
  };
  const pay = (amountCents: number) => world.ledger.adjust(entry(amountCents));
  const chargeBack = (amountCents: number) =>
    world.ledger.moveByProcessor({
      ...entry(-amountCents),
      kind: 'chargeback',
      relatedKind: 'topup',
      relatedId: 'top_1',
      processorPaymentIntentId: newId('txn'),
    });
  const debtEvents = async () => {
    const rows = await world.db.query<{ data: { is_chargeback: boolean; balance_cents: number } }>(
      `SELECT data FROM platform.outbox WHERE account_id = $1 AND type = 'billing.debt.changed' ORDER BY created_at, id`,
      [accountId],
    );
    return rows.map(({ data }) => data);
  };
  /** Handles every event again, as the worker does. */
  const react = async () => {
    for (const { is_chargeback: isChargeback } of await debtEvents())
      await enforceCreditLimit.enforce(accountId, { isChargeback });
  };
  const isSuspended = () => suspensions.suspended.has(accountId);

  it('suspends at once after a chargeback and reinstates after a payment', async () => {
    await chargeBack(501);
    expect(await debtEvents()).toEqual([{ balance_cents: -1, credit_limit_cents: 0, is_chargeback: true }]);
    await react();
    expect(isSuspended()).toBe(true);
    await pay(1);
    await enforceCreditLimit.enforce(accountId);
    expect(isSuspended()).toBe(false);
    expect(await debtEvents()).toHaveLength(2);
  });

  it('sends one mail per suspension, with the balance', async () => {
    await chargeBack(601);
    await react();
    await react();
    expect(mails).toMatchObject([{ to: 'ada@example.com', accountId, subject: 'Your account was suspended' }]);
    expect(mails[0]?.text).toContain('Your account balance is -$1.01, which is below zero.');
    await pay(101);
    await enforceCreditLimit.enforce(accountId);
    world.clock.advance(60);
    await chargeBack(1);
    await enforceCreditLimit.enforce(accountId, { isChargeback: true });
    expect(new Set(mails.map(({ key }) => key)).size).toBe(2);
  });

  it('decides by the current balance, in any order and however often it runs', async () => {
    await chargeBack(501);
    await pay(1);
    await react();
    await react();
    expect(isSuspended()).toBe(false);
    await chargeBack(1);
    await Promise.all(Array.from({ length: 8 }, () => enforceCreditLimit.enforce(accountId, { isChargeback: true })));
    expect(isSuspended()).toBe(true);
  });

  const expectSuspensionAfterSevenDays = async () => {
    world.clock.advance(7 * DAY_S - 1);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(false);
    world.clock.advance(1);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(true);
  };

  it('suspends after seven days of debt, and not a second sooner', async () => {
    await call(600);
    await react();
    await expectSuspensionAfterSevenDays();
  });

  it('begins a new grace period after a payment', async () => {
    await call(600);
    await react();
    world.clock.advance(6 * DAY_S);
    await pay(200);
    await enforceCreditLimit.enforce(accountId);
    await call(200);
    await enforceCreditLimit.enforce(accountId);
    world.clock.advance(6 * DAY_S);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(false);
  });

  it('finds a debt whose event was missed', async () => {
    await call(600);
    await enforceCreditLimit.enforceAll();
    world.clock.advance(7 * DAY_S);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(true);
    await pay(100);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(false);
  });

  it("keeps an operator's reinstatement until another chargeback", async () => {
    await chargeBack(600);
    await react();
    await suspensions.reinstate(accountId);
    world.clock.advance(30 * DAY_S);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(false);
    await chargeBack(1);
    await react();
    expect(isSuspended()).toBe(true);
  });

  it('ignores a balance within the credit limit, to the cent', async () => {
    await settings.changeTerms(accountId, { billingMode: 'postpaid', creditLimitCents: 100 });
    await chargeBack(600);
    await react();
    expect([await debtEvents(), isSuspended()]).toEqual([[], false]);
    await chargeBack(1);
    await react();
    expect(isSuspended()).toBe(true);
  });

  it('begins and ends debts with a changed credit limit', async () => {
    await settings.changeTerms(accountId, { billingMode: 'postpaid', creditLimitCents: 100 });
    await call(600);
    await settings.changeTerms(accountId, { creditLimitCents: 99 });
    await react();
    world.clock.advance(7 * DAY_S);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(true);
    await settings.changeTerms(accountId, { creditLimitCents: 100 });
    await enforceCreditLimit.enforce(accountId);
    expect(isSuspended()).toBe(false);
    expect((await debtEvents()).map((each) => each.is_chargeback)).toEqual([false, false]);
  });

  it.each([
    ['a call', () => call(801)],
    ['a batch of calls', () => world.ledger.chargeAll([{ ...entry(801), overdraft: true }])],
    ['a batch that locks the wallet last', () => settleLast(801)],
    ['the capture of a hold', () => captureAfterCall(500, 301)],
    ['an adjustment', () => pay(-801)],
    ['a chargeback', () => chargeBack(801)],
  ])('finds no debt in a postpaid wallet without a credit limit after %s', async (_, debit) => {
    await settings.changeTerms(accountId, UNLIMITED);
    await debit();
    await react();
    world.clock.advance(30 * DAY_S);
    await enforceCreditLimit.enforceAll();
    expect(await world.ledger.balance(accountId)).toMatchObject({ amountCents: -301 });
    expect([await debtEvents(), isSuspended()]).toEqual([[], false]);
  });

  it.each([
    ['prepaid', PREPAID, 0],
    ['a limit', { creditLimitCents: 99 }, 99],
  ])('begins a debt with a change to %s, and ends it with the change back to no limit', async (_, change, limit) => {
    await settings.changeTerms(accountId, UNLIMITED);
    await call(600);
    await settings.changeTerms(accountId, change);
    await react();
    await expectSuspensionAfterSevenDays();
    await settings.changeTerms(accountId, UNLIMITED);
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(false);
    const event = { balance_cents: -100, is_chargeback: false };
    expect(await debtEvents()).toEqual([
      { ...event, credit_limit_cents: limit },
      { ...event, credit_limit_cents: 0 },
    ]);
  });

  it('lists the accounts that are in debt', async () => {
    const terms = [PREPAID, UNLIMITED, { billingMode: 'postpaid', creditLimitCents: 50 }] as const;
    const wallets = await Promise.all(
      terms.flatMap((each) =>
        [-51, -50, -1, 0].map(async (balanceCents) => {
          const id = await fundedAccount(world);
          await settings.changeTerms(id, each);
          if (balanceCents < 0) await world.ledger.adjust({ ...entry(balanceCents), accountId: id });
          return { id, isDebt: isInDebt(balanceCents, each) };
        }),
      ),
    );
    const open = await new StoredDebts(world.db).listOpen('', 1000);
    const listed = new Set(open.map((each) => each.accountId));
    expect(wallets.filter(({ id }) => listed.has(id))).toEqual(wallets.filter(({ isDebt }) => isDebt));
  });

  it('checks the other accounts when one fails', async () => {
    await call(600);
    await enforceCreditLimit.enforceAll();
    world.clock.advance(7 * DAY_S);
    suspensions.fails = true;
    await expect(enforceCreditLimit.enforceAll()).rejects.toThrow('debts could not be checked');
    suspensions.fails = false;
    await enforceCreditLimit.enforceAll();
    expect(isSuspended()).toBe(true);
  });
});
