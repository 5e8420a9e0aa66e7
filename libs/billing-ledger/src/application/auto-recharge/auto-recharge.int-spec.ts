import { type BillingWorld, billingWorlds, savedCard } from '../../testing/billing-world';

const CONFIG = { enabled: true, thresholdCents: 1000, amountCents: 2500 };
const OFF = { enabled: false, thresholdCents: null, amountCents: null };
const COOL_DOWN_S = 600;
const DAY_S = 86_400;

describe('auto-recharge', () => {
  const newWorld = billingWorlds();
  let world: BillingWorld;
  let accountId: string;
  let debits = 0;

  beforeEach(async () => {
    world = await newWorld();
    ({ accountId } = world);
    await world.ledger.grantTrialCredit({ accountId, amountCents: 1200 });
  });

  const enable = async (card = 'pm_card_visa') => {
    await savedCard(world, card);
    return world.autoRecharge.set(accountId, CONFIG);
  };
  const debit = (amountCents = 201, over = {}) =>
    world.ledger.charge({
      accountId,
      amountCents,
      description: 'A call',
      relatedKind: null,
      relatedId: null,
      reference: `debit ${String(++debits)}`,
      overdraft: true,
      ...over,
    });
  const run = () => world.rechargeWallet.recharge(accountId);
  const sweep = () => world.rechargeWallet.rechargeDue();
  const balance = async () => (await world.ledger.balance(accountId)).amountCents;
  const state = async () => (await world.recharges.find(accountId))!;
  const topups = () => world.storedTopups();
  const published = () =>
    world.events.published
      .filter(({ type }) => type.startsWith('billing.recharge.'))
      .map(({ type, data }) => ({ type, data }));
  const types = () => published().map(({ type }) => type.replace('billing.recharge.', ''));

  it('is off until it is set', async () => {
    expect(await world.autoRecharge.get(accountId)).toMatchObject({
      enabled: false,
      thresholdCents: null,
      amountCents: null,
      lastAttemptAt: null,
      lastAttemptStatus: null,
      pausedUntil: null,
    });
    await debit();
    expect(types()).toEqual([]);
  });

  it('needs a card to be enabled, and none to be disabled', async () => {
    await expect(world.autoRecharge.set(accountId, CONFIG)).rejects.toMatchObject({
      code: 'no_default_payment_method',
    });
    expect(await world.autoRecharge.set(accountId, OFF)).toMatchObject(OFF);
  });

  it('charges the default card as a top-up when a debit leaves less than the threshold', async () => {
    await enable();
    const { transactionId } = await debit();
    expect(published()).toEqual([{ type: 'billing.recharge.claimed', data: { claim_id: transactionId } }]);
    await run();
    expect(await balance()).toBe(999 + 2500);
    const [topup] = await topups();
    expect(topup).toMatchObject({
      auto: true,
      amountCents: 2500,
      idempotencyKey: `ar_${transactionId}`,
      status: 'succeeded',
    });
    const data = { topup_id: topup?.id, amount_cents: 2500, transaction_id: topup?.transactionId };
    expect(published()[1]).toEqual({ type: 'billing.recharge.succeeded', data });
    expect(await state()).toMatchObject({
      claimId: null,
      lastAttemptAt: world.clock.now(),
      lastAttemptStatus: 'succeeded',
    });
  });

  it.each([
    ['a charge', () => debit(201)],
    ['an adjustment', () => world.ledger.adjust({ ...entry('adjust'), amountCents: -201 })],
    [
      'a capture',
      async () => {
        const { holdId } = await world.ledger.hold({ ...entry('hold'), amountCents: 201 });
        expect((await state()).claimId).toBeNull();
        return (await world.ledger.captureAll([{ ...entry('capture'), amountCents: 201, holdId }]))[0];
      },
    ],
    ['the second of two captures', async () => (await captureTwo(200, 1))[1]],
    ['the first of two captures', async () => (await captureTwo(201, 1))[0]],
  ])('is claimed by %s that leaves less than the threshold', async (_what, move) => {
    await enable();
    const moved = await move();
    expect(await state()).toMatchObject({ claimId: moved?.transactionId, claimStatus: 'waiting' });
  });

  async function captureTwo(...cents: readonly number[]) {
    const { holdId } = await world.ledger.hold({ ...entry('hold'), amountCents: 300 });
    return world.ledger.captureAll(cents.map((amountCents, n) => ({ ...entry(`part ${n}`), amountCents, holdId })));
  }

  const entry = (reference: string) => ({
    accountId,
    description: 'Something',
    relatedKind: null,
    relatedId: null,
    reference,
  });

  it('is not claimed at the threshold, by a credit, or twice', async () => {
    await enable();
    await debit(200);
    await world.ledger.adjust({ ...entry('credit'), amountCents: 1 });
    expect(types()).toEqual([]);
    await debit(2);
    await debit(2);
    expect(types()).toEqual(['claimed']);
  });

  it('charges once when it runs repeatedly', async () => {
    await enable();
    await debit();
    await run();
    await run();
    await sweep();
    expect(await topups()).toHaveLength(1);
    expect(await balance()).toBe(3499);
  });

  it('charges again after ten minutes, and not before', async () => {
    await enable();
    await debit(5000);
    await run();
    expect(await balance()).toBe(-1300);
    await sweep();
    world.clock.advance(COOL_DOWN_S - 1);
    await sweep();
    expect(await topups()).toHaveLength(1);
    world.clock.advance(1);
    await sweep();
    expect(await balance()).toBe(1200);
    world.clock.advance(COOL_DOWN_S);
    await sweep();
    expect(await topups()).toHaveLength(2);
  });

  it('charges at most three times a day', async () => {
    await enable();
    await debit(100_000);
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      await sweep();
      world.clock.advance(COOL_DOWN_S);
    }
    expect(await topups()).toHaveLength(3);
    await sweep();
    expect(await topups()).toHaveLength(4);
  });

  it('charges for a balance that was low when it was enabled', async () => {
    await debit();
    await enable();
    expect((await state()).claimId).toBeNull();
    await sweep();
    expect(await balance()).toBe(3499);
  });

  describe('after a failed attempt', () => {
    it('keeps its claim, and retries after ten minutes', async () => {
      await enable('pm_card_chargeCustomerFail');
      await debit();
      await run();
      for (let more = 0; more < 5; more++) await debit(1);
      await run();
      await sweep();
      expect(types()).toEqual(['claimed', 'failed']);
      expect(published()[1]?.data).toMatchObject({
        amount_cents: 2500,
        failure_code: 'card_declined',
        failure_message: 'Your card was declined.',
        topup_id: (await topups())[0]?.id,
        consecutive_failures: 1,
        paused_until: null,
      });
      world.clock.advance(COOL_DOWN_S);
      await sweep();
      expect(new Set((await topups()).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
      expect(types()).toEqual(['claimed', 'failed', 'failed']);
    });

    it('pauses for a day after three failures, until it is enabled again', async () => {
      await enable('pm_card_chargeCustomerFail');
      await debit();
      for (let attempt = 0; attempt < 3; attempt++) {
        await sweep();
        world.clock.advance(COOL_DOWN_S);
      }
      const pausedUntil = (await state()).pausedUntil!;
      expect(published().at(-1)?.data).toMatchObject({
        consecutive_failures: 3,
        paused_until: pausedUntil.getTime() / 1000,
      });
      await world.paymentMethods.add({
        accountId,
        operationId: 'op_new',
        processorPaymentMethodId: 'pm_card_visa',
        setDefault: true,
      });
      await sweep();
      expect(await topups()).toHaveLength(3);
      expect(await world.autoRecharge.set(accountId, CONFIG)).toMatchObject({ pausedUntil: null });
      world.clock.advance(DAY_S - 3 * COOL_DOWN_S);
      await sweep();
      expect(types().at(-1)).toBe('succeeded');
    });

    it('fails without a card, without a processor request', async () => {
      await enable();
      const method = await world.methods.findDefault(accountId);
      await world.autoRecharge.set(accountId, OFF);
      await world.paymentMethods.remove(accountId, method?.id ?? '');
      const recharge = await state();
      recharge.configure(CONFIG, world.clock.now());
      await world.recharges.save(recharge);
      await debit();
      await run();
      expect(published().at(-1)?.data).toMatchObject({ topup_id: null, failure_code: 'no_default_payment_method' });
      expect(await world.chargedMethods()).toHaveLength(0);
      expect(await state()).toMatchObject({ claimStatus: 'failed', failures: 1 });
    });
  });

  it.each(['lost', 'unanswered'] as const)('charges once when the request was %s', async (fault) => {
    await enable();
    await debit();
    world.processor.faults.push(fault);
    await run();
    expect(await state()).toMatchObject({ claimStatus: 'begun', lastAttemptStatus: 'processing' });
    world.clock.advance(60);
    await sweep();
    await world.settleTopups.settle();
    await sweep();
    world.clock.advance(60);
    await sweep();
    expect(types()).toEqual(['claimed', 'succeeded']);
    expect(await balance()).toBe(3499);
    expect(await world.chargedMethods()).toHaveLength(1);
  });

  it('completes an attempt in progress when disabled', async () => {
    await enable();
    await debit();
    world.processor.faults.push('unanswered');
    await run();
    await world.autoRecharge.set(accountId, OFF);
    world.clock.advance(60);
    await world.settleTopups.settle();
    await sweep();
    expect(await balance()).toBe(3499);
    expect(await state()).toMatchObject({ enabled: false, claimId: null, lastAttemptStatus: 'succeeded' });
  });

  it('drops the claim when a top-up raised the balance', async () => {
    await enable();
    await debit();
    await world.topUpWallet.topUp({ accountId, operationId: 'op_hand', amountCents: 500 });
    await run();
    expect(await topups()).toHaveLength(1);
    expect((await state()).claimId).toBeNull();
  });

  it.each(['disabled', 'pending_closure', 'closed'] as const)('does not charge once %s', async (how) => {
    await enable();
    await debit();
    if (how === 'disabled') await world.autoRecharge.set(accountId, OFF);
    else world.accounts.statuses.set(accountId, how);
    await run();
    await sweep();
    expect([await topups(), (await state()).claimId]).toEqual([[], null]);
  });

  it('waits while the account is suspended', async () => {
    await enable();
    await debit();
    world.accounts.statuses.set(accountId, 'suspended');
    await run();
    world.accounts.statuses.set(accountId, 'active');
    world.clock.advance(COOL_DOWN_S);
    await sweep();
    expect(types()).toEqual(['claimed', 'succeeded']);
  });

  it('is disabled with the closure of the account, also if it was never set', async () => {
    await world.autoRecharge.turnOff(accountId);
    await enable();
    await debit();
    await world.autoRecharge.turnOff(accountId);
    expect(await state()).toMatchObject({ ...CONFIG, enabled: false, claimId: null });
  });

  it('prevents removal of the default card while enabled', async () => {
    await enable();
    const other = await savedCard(world, 'pm_card_amex');
    const first = await world.methods.findDefault(accountId);
    const inUse = { code: 'payment_method_in_use', kind: 'conflict' };
    await expect(world.paymentMethods.remove(accountId, first?.id ?? '')).rejects.toMatchObject(inUse);
    await world.paymentMethods.makeDefault(accountId, other);
    await world.paymentMethods.remove(accountId, first?.id ?? '');
    await world.autoRecharge.set(accountId, OFF);
    await world.paymentMethods.remove(accountId, other);
  });

  it('recharges the other accounts when one fails', async () => {
    await enable();
    await debit();
    const status = world.accounts.status.bind(world.accounts);
    world.accounts.status = () => Promise.reject(new Error('unavailable'));
    await expect(sweep()).rejects.toThrow('1 wallets could not be recharged');
    world.accounts.status = status;
    await sweep();
    expect(await topups()).toHaveLength(1);
  });
});
