import { newId } from '@trunkline/kernel';
import type { CardCharge, CardProcessor } from '../application/card-processor';

function charge(card: string, change: Partial<CardCharge> = {}): CardCharge {
  return {
    idempotencyKey: newId('top'),
    accountId: 'acc_1',
    amountCents: 2500,
    currency: 'USD',
    processorPaymentMethodId: card,
    description: 'Card top-up',
    offSession: false,
    ...change,
  };
}

/** What every card processor promises, told by the test payment methods that Stripe and the sandbox share. */
export function cardProcessorContract(make: () => Promise<CardProcessor>): void {
  let processor: CardProcessor;

  beforeAll(async () => {
    processor = await make();
  });

  const attached = async (card: string) => (await processor.attach('acc_1', card)).processorPaymentMethodId;

  it('charges a good card', async () => {
    const outcome = await processor.charge(charge(await attached('pm_card_visa')));
    expect(outcome).toEqual({ status: 'succeeded', intentId: expect.any(String) });
  });

  it('charges once under one key, and answers the first outcome again', async () => {
    const order = charge(await attached('pm_card_visa'));
    const first = await processor.charge(order);
    expect(await processor.charge(order)).toEqual(first);
    expect(await processor.charge({ ...order, idempotencyKey: newId('top') })).not.toEqual(first);
  });

  it('tells later what became of a charge, and null of one that it never got', async () => {
    const order = charge(await attached('pm_card_visa'));
    const outcome = await processor.charge(order);
    expect(await processor.find({ idempotencyKey: order.idempotencyKey, intentId: null })).toEqual(outcome);
    expect(await processor.find({ idempotencyKey: newId('top'), intentId: null })).toBeNull();
  });

  it('answers a declined charge as an outcome', async () => {
    const outcome = await processor.charge(charge(await attached('pm_card_chargeCustomerFail')));
    expect(outcome).toMatchObject({ status: 'failed', code: 'card_declined', message: expect.any(String) });
  });

  it('asks the customer to authenticate when they are there', async () => {
    const outcome = await processor.charge(charge(await attached('pm_card_authenticationRequired')));
    expect(outcome).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('_secret_') });
  });

  it('declines a card that would ask when nobody is there', async () => {
    const card = await attached('pm_card_authenticationRequired');
    const outcome = await processor.charge(charge(card, { offSession: true }));
    expect(outcome).toMatchObject({ status: 'failed', code: 'authentication_required' });
  });

  it('charges a card whose owner will dispute it', async () => {
    expect(await processor.charge(charge(await attached('pm_card_createDispute')))).toMatchObject({
      status: 'succeeded',
    });
  });

  it('describes a card that it saves', async () => {
    expect(await processor.attach('acc_1', 'pm_card_mastercard')).toMatchObject({
      type: 'card',
      brand: 'mastercard',
      last4: '4444',
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
    });
  });

  it.each(['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedExpiredCard'])(
    'does not save %s',
    async (card) => {
      const declined = expect.objectContaining({ code: 'payment_method_declined' });
      await expect(processor.attach('acc_1', card)).rejects.toEqual(declined);
    },
  );

  it('does not save what it does not know', async () => {
    const unknown = processor.attach('acc_1', 'pm_nothing');
    await expect(unknown).rejects.toMatchObject({ fields: { processor_payment_method_id: expect.any(String) } });
  });

  it('opens a setup for the browser', async () => {
    expect(await processor.setUp('acc_1')).toEqual({
      setupId: expect.any(String),
      clientSecret: expect.any(String),
      publishableKey: expect.any(String),
      expiresAt: expect.any(Date),
    });
  });

  it('forgets a saved card, also twice', async () => {
    const card = await attached('pm_card_visa');
    await processor.detach(card);
    await processor.detach(card);
  });
}
