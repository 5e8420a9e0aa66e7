import { type BillingWorld, billingWorlds, savedCard } from '../../testing/billing-world';

describe('TopUpWallet', () => {
  const newWorld = billingWorlds();
  let world: BillingWorld;

  beforeEach(async () => {
    world = await newWorld();
  });

  const topUp = (change: { paymentMethodId?: string; description?: string } = {}, operationId = 'op_1') =>
    world.topUpWallet.topUp({ accountId: world.accountId, operationId, amountCents: 2500, ...change });
  const balance = async () => (await world.ledger.balance(world.accountId)).amountCents;

  it('charges the default card and credits the wallet', async () => {
    const paymentMethodId = await savedCard(world);
    const topup = await topUp();
    expect(topup).toMatchObject({ status: 'succeeded', paymentMethodId, amountCents: 2500, auto: false });
    expect(await balance()).toBe(2500);
    expect(await world.transactions()).toEqual([
      expect.objectContaining({
        id: topup.transactionId,
        kind: 'topup',
        description: 'Card top-up',
        relatedKind: 'topup',
        relatedId: topup.id,
        processorPaymentIntentId: topup.processorPaymentIntentId,
      }),
    ]);
  });

  it("copies the customer's description to the transaction", async () => {
    await savedCard(world);
    await topUp({ description: 'For March' });
    expect((await world.transactions())[0]?.description).toBe('For March');
  });

  it('charges the given card', async () => {
    await savedCard(world);
    const other = await savedCard(world, 'pm_card_mastercard');
    expect(await topUp({ paymentMethodId: other })).toMatchObject({ paymentMethodId: other });
    expect((await world.chargedMethods())[0]).toBe('pm_card_mastercard');
  });

  it('publishes the success', async () => {
    await savedCard(world);
    const { id, transactionId } = await topUp();
    expect(world.events.published.map(({ type }) => type)).toEqual([
      'billing.balance.changed',
      'billing.topup.succeeded',
    ]);
    expect(world.events.published[1]?.data).toEqual({
      topup_id: id,
      amount_cents: 2500,
      transaction_id: transactionId,
    });
  });

  it('needs a card', async () => {
    await expect(topUp()).rejects.toMatchObject({ code: 'no_default_payment_method' });
    await expect(topUp({ paymentMethodId: 'pm_1' })).rejects.toMatchObject({
      fields: { payment_method_id: expect.any(String) },
    });
  });

  it('keeps a declined top-up as failed, and credits nothing', async () => {
    await savedCard(world, 'pm_card_chargeCustomerFail');
    const declined = { code: 'payment_declined', kind: 'payment_required', message: 'Your card was declined.' };
    await expect(topUp()).rejects.toMatchObject(declined);
    expect(await world.storedTopups()).toEqual([
      expect.objectContaining({ status: 'failed', failureCode: 'card_declined', transactionId: null }),
    ]);
    expect(await balance()).toBe(0);
  });

  it('returns the first top-up for a retried request, also when declined', async () => {
    await savedCard(world);
    expect(await topUp()).toEqual(await topUp());
    expect(await balance()).toBe(2500);
    const declining = await savedCard(world, 'pm_card_chargeCustomerFail');
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(topUp({ paymentMethodId: declining }, 'op_2')).rejects.toMatchObject({ code: 'payment_declined' });
    }
    expect(await world.chargedMethods()).toHaveLength(2);
  });

  it('waits for the customer to authenticate', async () => {
    await savedCard(world, 'pm_card_authenticationRequired');
    expect(await topUp()).toMatchObject({ status: 'requires_action', clientSecret: expect.any(String) });
    expect(await balance()).toBe(0);
  });

  it.each(['lost', 'unanswered'] as const)(
    'stays processing when the request was %s, and completes with one charge on retry',
    async (fault) => {
      await savedCard(world);
      world.processor.faults.push(fault);
      expect(await topUp()).toMatchObject({ status: 'processing', processorPaymentIntentId: null });
      expect(await balance()).toBe(0);
      expect(await topUp()).toMatchObject({ status: 'succeeded' });
      expect(await balance()).toBe(2500);
      expect(await world.chargedMethods()).toHaveLength(1);
    },
  );
});
