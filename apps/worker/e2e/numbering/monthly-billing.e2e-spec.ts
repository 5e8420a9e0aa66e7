import { CallHolds, Journal, Ledger, WalletSettings } from '@trunkline/billing-ledger/wiring';
import { newId } from '@trunkline/kernel';
import { BillNumbers } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { BilledNumbers } from '../support/billed-numbers';
import { MoneyWorld } from '../support/money-world';

const SLOW = 180_000;
const WITHIN = 60_000;
/** More than one batch. */
const MANY = 300;
const DAY_S = 86_400;
const PRICE = 100;
const TRIAL_CREDIT = 500;

/** Where the worker dies, in the middle of a batch: each table with a condition about the row that it is to write. */
const STOPS = [
  ['the money moves', 'billing.wallets', `NEW.version > 150`],
  ['a charge is written down', 'billing.transactions', `NEW.reference LIKE 'number:%50:month:2'`],
  ['it is posted', 'billing.postings', `NEW.credit_account = 'revenue'`],
  [
    'its event is published',
    'platform.outbox',
    `NEW.type = 'billing.balance.changed' AND NEW.data->>'kind' = 'charge'`,
  ],
  ['the numbers have their new months', 'numbering.phone_numbers', `NEW.billed_months = 2`],
] as const;

describe('the monthly billing of numbers', () => {
  let world: MoneyWorld;
  let numbers: BilledNumbers;

  beforeAll(async () => {
    world = await MoneyWorld.open();
    numbers = new BilledNumbers(world.probe.db);
  }, SLOW);
  afterEach(async () => {
    await world.workers.clear();
    await numbers.forget();
    expect(await world.use(Journal).verify()).toEqual([]);
  }, SLOW);
  afterAll(() => world.close());

  const bill = () => world.use(BillNumbers).bill();
  const anAccount = async (months = 0) => {
    const accountId = await world.anAccount();
    if (months > 0) await world.pay(accountId, months * PRICE);
    return accountId;
  };
  const expectEachOnce = async (accountId: string, ids: readonly string[]) => {
    const charged = await numbers.charges(accountId);
    expect(charged.sort()).toEqual(ids.map((id) => `number:${id}:month:2`).sort());
    expect(await numbers.halfBilled(accountId)).toBe(0);
  };

  it.each([2, 4])(
    'charges each number once when %i workers bill at once',
    async (workers) => {
      const accounts = [await anAccount(MANY), await anAccount(MANY), await anAccount(MANY)];
      const owned = await Promise.all(accounts.map((accountId) => numbers.own(accountId, { count: MANY })));
      // Connections that are open already, so that they begin together.
      await Promise.all(Array.from({ length: 10 }, () => world.use(Database).query('SELECT pg_sleep(0.05)')));
      const counts = await Promise.all(Array.from({ length: workers }, bill));
      expect(counts.reduce((sum, { charged }) => sum + charged, 0)).toBe(MANY * accounts.length);
      for (const [n, accountId] of accounts.entries()) await expectEachOnce(accountId, owned[n] ?? []);
    },
    SLOW,
  );

  it(
    'is shared by four concurrent workers, and charges each number once',
    async () => {
      const accounts = Array.from({ length: 60 }, () => newId('acc'));
      for (const accountId of accounts) {
        await world.use(Ledger).open({ accountId });
        await world.pay(accountId, 3 * PRICE);
      }
      await world.workers.stopAt({ table: 'numbering.phone_numbers', when: 'NEW.billed_months = 2' });
      const owned = await Promise.all(accounts.map((accountId) => numbers.own(accountId, { count: 3 })));
      await world.workers.run(4);
      await world.advance(60);
      await world.workers.reached(4);
      await world.workers.open();
      await eventually(async () => {
        for (const accountId of accounts) expect(await numbers.charges(accountId)).toHaveLength(3);
      }, WITHIN);
      for (const [n, accountId] of accounts.entries()) await expectEachOnce(accountId, owned[n] ?? []);
    },
    SLOW,
  );

  it('skips a locked number and bills it once it is unlocked', async () => {
    const accountId = await anAccount();
    const [held = '', ...others] = await numbers.own(accountId, { count: 3 });
    await world.probe.db.run(async () => {
      await world.probe.db.query(`SELECT FROM numbering.phone_numbers WHERE id = $1 FOR UPDATE`, [held]);
      const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error('It waits.')), 20_000).unref());
      expect(await Promise.race([bill(), late])).toMatchObject({ charged: 2 });
    });
    await expectEachOnce(accountId, others);
    expect(await bill()).toMatchObject({ charged: 1 });
    await expectEachOnce(accountId, [held, ...others]);
  });

  it('counts no attempt while live calls hold the funds, and charges the month when they end', async () => {
    const accountId = await anAccount();
    const call = { accountId, decisionId: newId('rd') };
    const order = { ...call, amountCents: TRIAL_CREDIT - PRICE + 1, item: 'usage_inbound' as const, forwardCents: 0 };
    expect(await world.use(CallHolds).hold({ ...order, outboundCapCents: null })).toBeNull();
    const [id = ''] = await numbers.own(accountId);
    for (let run = 0; run < 2; run += 1) expect(await bill()).toMatchObject({ charged: 0, refused: 1, suspended: 0 });
    expect(await numbers.state(id)).toMatchObject({ status: 'active', failed_billing_attempts: 0 });
    await world.use(CallHolds).release([call]);
    expect(await bill()).toMatchObject({ charged: 1, refused: 0 });
    await expectEachOnce(accountId, [id]);
  });

  it('charges a postpaid account without a credit limit below zero', async () => {
    const accountId = await anAccount();
    await world.use(WalletSettings).changeTerms(accountId, { billingMode: 'postpaid', creditLimitCents: 0 });
    await world.pay(accountId, -TRIAL_CREDIT);
    const [id = ''] = await numbers.own(accountId);
    expect(await bill()).toMatchObject({ charged: 1, refused: 0 });
    expect(await numbers.state(id)).toMatchObject({ status: 'active', failed_billing_attempts: 0 });
    expect(await world.balance(accountId)).toBe(-PRICE);
  });

  it('does not charge a month twice', async () => {
    const accountId = await anAccount();
    const ids = await numbers.own(accountId, { count: 3 });
    await bill();
    await world.probe.db.query(
      `UPDATE numbering.phone_numbers SET billed_months = 1, next_billing_at = billing_anchor_at + interval '1 month'
       WHERE account_id = $1`,
      [accountId],
    );
    expect(await bill()).toMatchObject({ charged: 3 });
    await expectEachOnce(accountId, ids);
    expect(await world.balance(accountId)).toBe(TRIAL_CREDIT - 3 * PRICE);
  });

  it('bills all other numbers when an account has no wallet, and retries it in the next run', async () => {
    const accountId = await anAccount(MANY);
    const before = await numbers.own(accountId, { count: 40, dueIn: '-2 hours' });
    const [lost] = await numbers.own('acc_nobody', { dueIn: '-90 minutes' });
    const after = await numbers.own(accountId, { count: MANY - 40 });
    await expect(bill()).rejects.toThrow('could not be billed');
    await expectEachOnce(accountId, [...before, ...after]);
    expect(await numbers.state(lost ?? '')).toMatchObject({ billed_months: 1, failed_billing_attempts: 0 });
  });

  it.each(STOPS)(
    'leaves no partial charge when the worker is killed before %s',
    async (_what, table, when) => {
      const accountId = await anAccount(MANY);
      await world.workers.run(1);
      await world.workers.stopAt({ table, when });
      const ids = await numbers.own(accountId, { count: MANY });
      await world.advance(60);
      await world.workers.reached();
      await world.workers.killAll();
      expect(await numbers.halfBilled(accountId)).toBe(0);
      expect((await numbers.charges(accountId)).length).toBeLessThan(MANY);
      await world.workers.open();
      await world.workers.run(2);
      await world.advance(60);
      await eventually(async () => expect(await numbers.charges(accountId)).toHaveLength(MANY), WITHIN);
      await expectEachOnce(accountId, ids);
    },
    SLOW,
  );

  describe('when the clock advances by forty days', () => {
    const month = (id: string | undefined, n: number) => `number:${id ?? ''}:month:${n}`;

    it(
      'charges every month, suspends after the seventh failure, and releases thirty days later',
      async () => {
        const [rich, poor, short] = [await anAccount(), await anAccount(), await anAccount()];
        const [paid] = await numbers.own(rich, { dueIn: '1 day' });
        const [unpaid] = await numbers.own(poor, { dueIn: '1 day', priceCents: TRIAL_CREDIT + 1 });
        const [once] = await numbers.own(short, { dueIn: '1 day', priceCents: TRIAL_CREDIT - 1 });
        const state = (id: string | undefined) => numbers.state(id ?? '');
        await world.workers.run(2);
        await world.advance(40 * DAY_S);
        await eventually(async () => {
          expect(await state(paid)).toMatchObject({ billed_months: 3, status: 'active', failed_billing_attempts: 0 });
          const suspended = { status: 'suspended', last_billing_failure_code: 'insufficient_balance' };
          expect(await state(unpaid)).toMatchObject({ ...suspended, billed_months: 1, release_in_days: 29 });
          expect(await state(once)).toMatchObject({ ...suspended, billed_months: 2, release_in_days: 29 });
        }, WITHIN);
        expect(await numbers.charges(rich)).toEqual([month(paid, 2), month(paid, 3)]);
        expect(await numbers.published(poor)).toEqual(['number.suspended', 'number.release_scheduled']);
        await world.advance(29 * DAY_S);
        await eventually(async () => expect(await numbers.charges(rich)).toHaveLength(3), WITHIN);
        expect(await state(unpaid)).toMatchObject({ status: 'suspended', release_in_days: 0 });
        await world.advance(DAY_S);
        await eventually(async () => {
          for (const id of [unpaid, once]) expect(await state(id)).toMatchObject({ status: 'released' });
        }, WITHIN);
        for (const id of [unpaid, once]) expect(await numbers.history(id ?? '')).toEqual(['suspended', 'released']);
        expect((await numbers.published(poor)).at(-1)).toBe('number.released');
        expect([await numbers.charges(poor), await numbers.charges(short)]).toEqual([[], [month(once, 2)]]);
        expect(await state(paid)).toMatchObject({ status: 'active' });
      },
      SLOW,
    );

    it(
      'charges what became due during three days without a worker',
      async () => {
        const accountId = await anAccount();
        await world.workers.killAll();
        const ids = [
          ...(await numbers.own(accountId, { dueIn: '1 day' })),
          ...(await numbers.own(accountId, { dueIn: '2 days' })),
        ];
        await world.advance(3 * DAY_S);
        expect(await numbers.charges(accountId)).toEqual([]);
        await world.workers.run(1);
        await world.advance(60);
        await eventually(async () => expect(await numbers.charges(accountId)).toHaveLength(2), WITHIN);
        await expectEachOnce(accountId, ids);
      },
      SLOW,
    );

    it(
      'resumes the number with the first successful charge',
      async () => {
        const accountId = await anAccount();
        const [id = ''] = await numbers.own(accountId, { dueIn: '1 day', priceCents: TRIAL_CREDIT + 1 });
        await world.workers.run(1);
        await world.advance(15 * DAY_S);
        await eventually(async () => expect(await numbers.state(id)).toMatchObject({ status: 'suspended' }), WITHIN);
        await world.pay(accountId, PRICE);
        await world.advance(DAY_S);
        await eventually(async () => expect(await numbers.state(id)).toMatchObject({ status: 'active' }), WITHIN);
        expect(await numbers.state(id)).toMatchObject({ failed_billing_attempts: 0, release_in_days: null });
      },
      SLOW,
    );
  });
});
