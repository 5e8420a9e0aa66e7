import { type BillingWorld, billingWorlds, savedCard } from '../../testing/billing-world';
import { CHARGE_KEY_LIFETIME_SECONDS } from '../card-processor';

const HOUR = 3600;

describe('SettleTopups', () => {
  const newWorld = billingWorlds();
  let world: BillingWorld;

  beforeEach(async () => {
    world = await newWorld();
  });

  const begin = (amountCents = 2500, operationId = 'op_1') =>
    world.topUpWallet.topUp({ accountId: world.accountId, operationId, amountCents });
  const balance = async () => (await world.ledger.balance(world.accountId)).amountCents;
  const stored = async () => (await world.storedTopups())[0];

  it.each(['lost', 'unanswered'] as const)(
    'completes a top-up whose request was %s, with one charge',
    async (fault) => {
      await savedCard(world);
      world.processor.faults.push(fault);
      await begin();
      world.clock.advance(60);
      expect(await world.settleTopups.settle()).toEqual({ settled: 1, open: 0 });
      expect(await stored()).toMatchObject({ status: 'succeeded' });
      expect(await balance()).toBe(2500);
      expect(await world.chargedMethods()).toHaveLength(1);
      expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 0 });
    },
  );

  it('skips a top-up for its first minute', async () => {
    await savedCard(world);
    world.processor.faults.push('lost');
    await begin();
    world.clock.advance(59);
    expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 0 });
  });

  it('retries later while the processor is unavailable', async () => {
    await savedCard(world);
    world.processor.faults.push('lost', 'lost', 'lost');
    await begin();
    for (const seconds of [60, 60]) {
      world.clock.advance(seconds);
      expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 1 });
    }
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 0 });
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 1, open: 0 });
  });

  it('does not charge with a key that the processor may have deleted', async () => {
    await savedCard(world);
    world.processor.faults.push('lost');
    await begin();
    world.clock.advance(CHARGE_KEY_LIFETIME_SECONDS);
    await world.settleTopups.settle();
    expect(await stored()).toMatchObject({ status: 'failed', failureCode: 'processor_unavailable' });
    expect(await world.chargedMethods()).toHaveLength(0);
  });

  it('credits a charge that is found a day later', async () => {
    await savedCard(world);
    world.processor.faults.push('unanswered');
    await begin();
    world.clock.advance(24 * HOUR);
    await world.settleTopups.settle();
    expect(await stored()).toMatchObject({ status: 'succeeded' });
    expect(await balance()).toBe(2500);
  });

  it('finds an authenticated charge without a callback', async () => {
    await savedCard(world, 'pm_card_authenticationRequired');
    await begin();
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 1 });
    world.processor.overrideOutcome = (kept) => ({ status: 'succeeded', intentId: kept.intentId ?? '' });
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 1, open: 0 });
    expect(await balance()).toBe(2500);
  });

  it('credits once, after the processor has decided', async () => {
    await savedCard(world);
    world.processor.overrideOutcome = (kept) => ({ status: 'processing', intentId: kept.intentId ?? '' });
    expect(await begin()).toMatchObject({ status: 'processing', processorPaymentIntentId: expect.any(String) });
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 0, open: 1 });
    expect(await balance()).toBe(0);
    world.processor.overrideOutcome = null;
    world.clock.advance(60);
    expect(await world.settleTopups.settle()).toEqual({ settled: 1, open: 0 });
    expect(await balance()).toBe(2500);
    await world.charges.settle((await stored())?.id ?? '', { status: 'processing', intentId: 'pi_late' });
    expect(await stored()).toMatchObject({ status: 'succeeded' });
  });

  it('credits once for two concurrent updates', async () => {
    await savedCard(world);
    const topup = await begin();
    const news = { status: 'succeeded', intentId: topup.processorPaymentIntentId ?? '' } as const;
    await Promise.all([world.charges.settle(topup.id, news), world.charges.settle(topup.id, news)]);
    expect(await balance()).toBe(2500);
  });

  it('credits a charge that succeeds after a reported failure', async () => {
    await savedCard(world, 'pm_card_chargeCustomerFail');
    await expect(begin()).rejects.toMatchObject({ code: 'payment_declined' });
    const { id = '', processorPaymentIntentId } = (await stored()) ?? {};
    await world.charges.settle(id, { status: 'succeeded', intentId: processorPaymentIntentId ?? '' });
    expect(await balance()).toBe(2500);
    await world.charges.settle(id, { status: 'failed', intentId: null, code: 'late', message: 'Late.' });
    expect(await stored()).toMatchObject({ status: 'succeeded' });
  });

  it('settles the other top-ups when one fails', async () => {
    await savedCard(world);
    world.processor.faults.push('lost', 'lost');
    await begin(2500, 'op_1');
    await begin(3000, 'op_2');
    world.clock.advance(60);
    world.processor.overrideOutcome = (kept) => {
      world.processor.overrideOutcome = null;
      throw new Error(`nothing but noise about ${kept.intentId ?? ''}`);
    };
    await expect(world.settleTopups.settle()).rejects.toThrow('1 top-ups could not be settled');
    expect((await world.storedTopups()).map(({ status }) => status)).toEqual(['processing', 'succeeded']);
  });
});
