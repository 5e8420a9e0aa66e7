import { eventually } from '@trunkline/platform/testing';
import { MoneyWorld } from '../support/money-world';

const WITHIN = 60_000;
const COOL_DOWN_S = 600;
const DAY_S = 86_400;

/** Where the worker dies; each table with a condition about the row that it is about to write. */
const STOPS = [
  ['the attempt is written down', 'billing.topups', `NEW.auto`],
  ['the claim is marked as begun', 'billing.auto_recharges', `NEW.claim_status = 'begun'`],
  ['the card is charged', 'billing.sandbox_charges', `true`],
  ['the charge is credited', 'billing.transactions', `NEW.kind = 'topup'`],
  ['the top-up is marked as settled', 'billing.topups', `NEW.auto AND NEW.status = 'succeeded'`],
  ['the claim ends', 'billing.auto_recharges', `NEW.last_attempt_status = 'succeeded'`],
] as const;

describe('reactions to money movements in the worker', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  });
  afterAll(() => world.close());
  afterEach(() => world.workers.clear());

  const subjects = (pattern: RegExp) => world.mails.received.filter((raw) => pattern.test(raw)).length;

  describe('auto-recharge', () => {
    it('charges once for many debits on any number of workers, and sends a notification', async () => {
      const accountId = await world.anAccount();
      await world.recharge(accountId);
      await world.workers.run(3);
      await Promise.all(Array.from({ length: 60 }, () => world.call(accountId, 5)));
      await eventually(async () => expect(await world.balance(accountId)).toBe(200 + 2500), WITHIN);
      await eventually(async () =>
        expect((await world.eventTypes(accountId, 'billing.%')).sort()).toEqual([
          'billing.recharge.succeeded',
          'billing.topup.succeeded',
        ]),
      );
      expect(await world.charges(accountId)).toEqual([{ requests: 1 }]);
      await world.call(accountId, 2600);
      await world.advance(60);
      await eventually(async () => expect(await world.balance(accountId)).toBe(100));
      await world.advance(COOL_DOWN_S);
      await eventually(async () => expect(await world.balance(accountId)).toBe(2600), WITHIN);
      expect(await world.charges(accountId)).toHaveLength(2);
    });

    it.each(STOPS)('charges once and credits once when the worker is killed before %s', async (_what, table, when) => {
      const accountId = await world.anAccount();
      await world.recharge(accountId);
      await world.workers.stopAt({ table, when });
      await world.workers.run(1);
      await world.call(accountId, 101);
      await world.workers.reached();
      await world.workers.killAll();
      await world.workers.open();
      await world.workers.run(1);
      for (let look = 0; look < 3; look++) await world.advance(COOL_DOWN_S);
      await eventually(
        async () =>
          expect(await world.eventTypes(accountId, 'billing.recharge.%')).toEqual(['billing.recharge.succeeded']),
        WITHIN,
      );
      expect(await world.charges(accountId)).toHaveLength(1);
      expect(await world.balance(accountId)).toBe(399 + 2500);
    });

    it('mails three failures, pauses, and resumes after the pause', async () => {
      const accountId = await world.anAccount('pm_card_chargeCustomerFail');
      await world.recharge(accountId);
      await world.workers.run(1);
      await world.call(accountId, 101);
      const failures = (count: number) =>
        eventually(
          async () => expect(await world.eventTypes(accountId, 'billing.recharge.failed')).toHaveLength(count),
          WITHIN,
        );
      for (let count = 1; count <= 3; count++) {
        await failures(count);
        await world.call(accountId, 1);
        await world.advance(COOL_DOWN_S);
      }
      await eventually(() => expect(subjects(/^Subject: Auto-recharge is paused/m)).toBe(1), WITHIN);
      expect(subjects(/^Subject: Auto-recharge failed/m)).toBe(2);
      await world.advance(DAY_S - 4 * COOL_DOWN_S);
      expect(await world.charges(accountId)).toHaveLength(3);
      await world.advance(5 * COOL_DOWN_S);
      await failures(4);
    });
  });

  it('publishes and mails a low balance once each time the balance falls', async () => {
    const accountId = await world.anAccount();
    await world.alertBelow(accountId, 300);
    await world.workers.run(1);
    for (const amount of [150, 51, 10]) await world.call(accountId, amount);
    const low = (count: number) =>
      eventually(async () => {
        expect(await world.eventTypes(accountId, 'billing.balance.low')).toHaveLength(count);
        expect(subjects(/^Subject: Your balance is low/m)).toBe(count);
      }, WITHIN);
    await low(1);
    await world.pay(accountId, 100);
    await world.call(accountId, 100);
    await low(2);
  });

  it('suspend the account for a chargeback that is not covered, and reinstate it after a payment', async () => {
    const accountId = await world.anAccount();
    await world.workers.run(1);
    await world.chargeBack(accountId, 501);
    await eventually(async () => expect(await world.status(accountId)).toBe('suspended'), WITHIN);
    await world.pay(accountId, 1);
    await eventually(async () => expect(await world.status(accountId)).toBe('active'), WITHIN);
  });

  it('suspend the account after seven days of unpaid calls', async () => {
    const accountId = await world.anAccount();
    await world.workers.run(1);
    await world.call(accountId, 600);
    await eventually(async () => {
      const since = await world.probe.db.query(
        `SELECT FROM billing.debts WHERE account_id = $1 AND since IS NOT NULL`,
        [accountId],
      );
      expect(since).toHaveLength(1);
    }, WITHIN);
    await world.advance(6 * DAY_S);
    expect(await world.status(accountId)).toBe('active');
    await world.advance(DAY_S + 60);
    await eventually(async () => expect(await world.status(accountId)).toBe('suspended'), WITHIN);
  });
});
