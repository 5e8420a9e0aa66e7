import { type BillingWorld, billingWorlds } from '../testing/billing-world';

describe('Ledger', () => {
  const newWorld = billingWorlds();
  let world: BillingWorld;

  beforeEach(async () => {
    world = await newWorld();
  });

  const order = (reference: string, amountCents: number) => ({
    accountId: world.accountId,
    amountCents,
    description: 'Number +4930901820',
    relatedKind: 'number',
    relatedId: 'num_1',
    reference,
  });

  it('grants the trial credit once', async () => {
    const { ledger, accountId } = world;
    const first = await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    expect(await ledger.grantTrialCredit({ accountId, amountCents: 500 })).toEqual(first);
    expect(await ledger.balance(accountId)).toMatchObject({ amountCents: 500, availableCents: 500 });
  });

  it('posts a charge as a debit', async () => {
    const { ledger, accountId, transactions } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    expect(await ledger.charge(order('order 1', 120))).toMatchObject({ balanceAfterCents: 380 });
    expect((await transactions()).at(-1)).toMatchObject({ kind: 'charge', amountCents: -120, relatedId: 'num_1' });
  });

  it('rejects a charge beyond the balance unless overdraft is allowed', async () => {
    const refused = expect.objectContaining({ code: 'insufficient_balance', kind: 'payment_required' });
    await expect(world.ledger.charge(order('call', 1))).rejects.toEqual(refused);
    expect(await world.ledger.charge({ ...order('call', 1), overdraft: true })).toMatchObject({
      balanceAfterCents: -1,
    });
  });

  it('publishes each movement once, with the balance after it', async () => {
    const { ledger, accountId, events } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    const { transactionId } = await ledger.charge(order('order 1', 120));
    await ledger.charge(order('order 1', 120));
    expect(events.published).toHaveLength(2);
    expect(events.published.at(-1)).toEqual({
      type: 'billing.balance.changed',
      accountId,
      data: { transaction_id: transactionId, kind: 'charge', amount_cents: -120, balance_cents: 380 },
    });
  });

  it('posts bulk charges and publishes the posted ones in order', async () => {
    const { ledger, accountId, events } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    const orders = [order('a', 200), order('b', 400), order('c', 300), order('a', 200)];
    const [a, b, c, again] = await ledger.chargeAll(orders);
    expect([a?.balanceAfterCents, b, c?.balanceAfterCents]).toEqual([300, null, 0]);
    expect(again).toEqual(a);
    const published = events.published.slice(1).map(({ data }) => data);
    expect(published).toMatchObject([{ transaction_id: a?.transactionId }, { transaction_id: c?.transactionId }]);
  });

  it('rejects bulk charges with an invalid amount', async () => {
    const { ledger, transactions } = world;
    await expect(ledger.chargeAll([order('a', 100), order('b', 0)])).rejects.toThrow(RangeError);
    expect(await transactions()).toEqual([]);
  });

  it('publishes nothing for a hold', async () => {
    const { ledger, accountId, events } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    const { holdId } = await ledger.hold(order('cart', 300));
    await ledger.releaseHold({ accountId, holdId });
    expect(events.published).toHaveLength(1);
  });

  it('changes the version with movements of the balance only, not with holds', async () => {
    const { ledger, accountId } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    const version = async () => (await ledger.balance(accountId)).version;
    const before = await version();
    const { holdId } = await ledger.hold(order('cart', 300));
    await ledger.releasePart({ accountId, holdId, amountCents: 100, reference: 'part' });
    expect(await version()).toBe(before);
    await ledger.captureAll([{ ...order('item 1', 100), holdId }]);
    expect(await version()).toBe(before + 1);
    await ledger.releaseHold({ accountId, holdId });
    expect(await version()).toBe(before + 1);
  });

  it('charges the captured part of a hold', async () => {
    const { ledger, accountId } = world;
    await ledger.grantTrialCredit({ accountId, amountCents: 500 });
    const { holdId } = await ledger.hold(order('cart', 300));
    await ledger.captureAll([{ ...order('item 1', 100), holdId }]);
    await ledger.releaseHold({ accountId, holdId });
    expect(await ledger.balance(accountId)).toMatchObject({ amountCents: 400, heldCents: 0, availableCents: 400 });
    expect(await world.journal.spentSince(accountId, world.clock.now())).toBe(100);
  });

  it.each([0, -5, 1.5, Number.NaN])('throws RangeError for the amount %p', async (amountCents) => {
    const { ledger } = world;
    await expect(ledger.charge(order('x', amountCents))).rejects.toThrow(RangeError);
    await expect(ledger.refund(order('x', amountCents))).rejects.toThrow(RangeError);
    await expect(ledger.hold(order('x', amountCents))).rejects.toThrow(RangeError);
    await expect(ledger.captureAll([{ ...order('x', amountCents), holdId: 'hold_1' }])).rejects.toThrow(RangeError);
  });

  describe('payOut', () => {
    const payOut = () => world.ledger.payOut({ accountId: world.accountId, reference: 'closure' });
    const topUp = (amountCents: number, n = 1) =>
      world.ledger.creditTopup({
        accountId: world.accountId,
        topupId: `top_${n}`,
        amountCents,
        description: 'Card top-up',
        processorPaymentIntentId: `pi_${n}`,
      });
    const posted = async () =>
      (await world.transactions()).slice(2).map(({ kind, amountCents }) => [kind, amountCents]);
    beforeEach(() => world.ledger.grantTrialCredit({ accountId: world.accountId, amountCents: 500 }));

    it('refunds what was paid in and takes back the trial credit, once', async () => {
      await topUp(1000);
      expect(await payOut()).toBe(true);
      expect(await payOut()).toBe(true);
      expect(await posted()).toEqual([
        ['refund', -1000],
        ['adjustment', -500],
      ]);
      expect(await world.ledger.balance(world.accountId)).toMatchObject({ amountCents: 0, availableCents: 0 });
    });

    it('returns false while money is held', async () => {
      await topUp(1000);
      const { holdId } = await world.ledger.hold(order('order', 100));
      expect(await payOut()).toBe(false);
      expect(await posted()).toEqual([]);
      await world.ledger.releaseHold({ accountId: world.accountId, holdId });
      expect(await payOut()).toBe(true);
    });

    it('pays out what arrives later, once, and credit that was granted is taken back', async () => {
      await topUp(1000);
      await payOut();
      await topUp(900, 2);
      expect(await world.ledger.withMoney([world.accountId, 'acc_unknown'])).toEqual([world.accountId]);
      expect(await Promise.all(Array.from({ length: 4 }, payOut))).toEqual([true, true, true, true]);
      await world.ledger.refund(order('later', 70));
      await payOut();
      expect(await posted()).toEqual([
        ['refund', -1000],
        ['adjustment', -500],
        ['topup', 900],
        ['refund', -900],
        ['refund', 70],
        ['adjustment', -70],
      ]);
      expect(await world.ledger.balance(world.accountId)).toMatchObject({ amountCents: 0 });
      expect(await world.ledger.withMoney([world.accountId])).toEqual([]);
    });

    it('waits with what arrives later while money is held', async () => {
      await topUp(1000);
      await payOut();
      await world.ledger.refund(order('late', 70));
      const { holdId } = await world.ledger.hold(order('order', 50));
      expect(await payOut()).toBe(false);
      await world.ledger.releaseHold({ accountId: world.accountId, holdId });
      expect(await payOut()).toBe(true);
      expect(await world.ledger.withMoney([world.accountId])).toEqual([]);
    });

    it('leaves a debt unchanged', async () => {
      await world.ledger.charge({ ...order('call', 700), overdraft: true });
      expect(await payOut()).toBe(true);
      expect(await world.ledger.balance(world.accountId)).toMatchObject({ amountCents: -200 });
    });
  });
});
