import { newId } from '@trunkline/kernel';
import type { CardCharge, CardProcessor } from '../../application/card-processor';
import { cardProcessorCallbacksContract } from './card-processor-callbacks-contract';
import { chargeOrder, charged, type ProcessorUnderTest } from './processor-under-test';

/** Tests every card processor, with the test payment methods that Stripe and the sandbox share. */
export function cardProcessorContract(make: () => Promise<ProcessorUnderTest>): void {
  let world: ProcessorUnderTest;
  let processor: CardProcessor;

  beforeAll(async () => {
    world = await make();
    processor = world.processor;
  });

  const attached = async (card: string) => (await processor.attach('acc_1', card)).processorPaymentMethodId;
  const charge = async (card: string, change: Partial<CardCharge> = {}) =>
    processor.charge(chargeOrder(await attached(card), change));

  it('charges a good card', async () => {
    expect(await charge('pm_card_visa')).toEqual({ status: 'succeeded', intentId: expect.any(String) });
  });

  it('charges once per key, and returns the first outcome for a repeat', async () => {
    const order = chargeOrder(await attached('pm_card_visa'));
    const first = await processor.charge(order);
    expect(await processor.charge(order)).toEqual(first);
    expect(await processor.charge({ ...order, idempotencyKey: newId('top') })).not.toEqual(first);
  });

  it('finds the outcome of a charge by key or intent, and null for an unknown charge', async () => {
    const order = chargeOrder(await attached('pm_card_visa'));
    const outcome = await processor.charge(order);
    const { idempotencyKey } = order;
    expect(await processor.find({ idempotencyKey, intentId: null })).toEqual(outcome);
    expect(await processor.find({ idempotencyKey, intentId: outcome.intentId })).toEqual(outcome);
    expect(await processor.find({ idempotencyKey: newId('top'), intentId: null })).toBeNull();
    expect(await processor.find({ idempotencyKey: newId('top'), intentId: 'pi_nothing' })).toBeNull();
  });

  it('returns a declined charge as an outcome', async () => {
    expect(await charge('pm_card_chargeCustomerFail')).toMatchObject({
      status: 'failed',
      code: 'card_declined',
      message: expect.any(String),
    });
  });

  it('requires authentication when the customer is present, and reports its success', async () => {
    const outcome = await charge('pm_card_authenticationRequired');
    expect(outcome).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('_secret_') });
    const intentId = outcome.intentId ?? '';
    expect(await processor.find({ idempotencyKey: '', intentId })).toEqual(outcome);
    await world.authenticate(intentId);
    expect(await processor.find({ idempotencyKey: '', intentId })).toEqual({ status: 'succeeded', intentId });
  });

  it('declines an off-session charge that requires authentication', async () => {
    const outcome = await charge('pm_card_authenticationRequired', { offSession: true });
    expect(outcome).toMatchObject({ status: 'failed', code: 'authentication_required' });
  });

  it('charges a card whose charges are disputed', async () => {
    expect(await charge('pm_card_createDispute')).toMatchObject({ status: 'succeeded' });
  });

  it('refunds a charge in parts, each once, and never more than the charge', async () => {
    const intentId = await charged(world);
    const part = { idempotencyKey: newId('crf'), intentId, amountCents: 1000 };
    const first = await processor.refund(part);
    expect(first).toEqual({ status: 'succeeded', refundId: expect.any(String) });
    expect(await processor.refund(part)).toEqual(first);
    const over = await processor.refund({ ...part, idempotencyKey: newId('crf'), amountCents: 1501 });
    expect(over).toEqual({ status: 'failed', refundId: null, code: expect.any(String) });
    const rest = await processor.refund({ ...part, idempotencyKey: newId('crf'), amountCents: 1500 });
    expect(rest.status).toBe('succeeded');
  });

  it('refuses to refund an unknown charge', async () => {
    const refund = await processor.refund({ idempotencyKey: newId('crf'), intentId: 'pi_nothing', amountCents: 1 });
    expect(refund).toEqual({ status: 'failed', refundId: null, code: 'resource_missing' });
  });

  it('lists the refunds of a charge, with our keys', async () => {
    const intentId = await charged(world);
    const idempotencyKey = newId('crf');
    await processor.refund({ idempotencyKey, intentId, amountCents: 700 });
    await world.refundElsewhere(intentId, 300);
    const refunds = await processor.refundsOf(intentId);
    const shown = refunds.map(({ idempotencyKey: key, amountCents, status }) => [key, amountCents, status]);
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        [idempotencyKey, 700, 'succeeded'],
        [null, 300, 'succeeded'],
      ]),
    );
    expect(await processor.refundsOf('pi_nothing')).toEqual([]);
  });

  it('describes a saved card', async () => {
    expect(await processor.attach('acc_1', 'pm_card_mastercard')).toMatchObject({
      type: 'card',
      brand: 'mastercard',
      last4: '4444',
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
    });
  });

  it('saves a card again for the same account', async () => {
    const card = await attached('pm_card_visa');
    expect(await attached(card)).toBe(card);
  });

  it.each(['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedExpiredCard'])(
    'does not save %s',
    async (card) => {
      const declined = expect.objectContaining({ code: 'payment_method_declined' });
      await expect(processor.attach('acc_1', card)).rejects.toEqual(declined);
    },
  );

  it('does not save an unknown card', async () => {
    const unknown = processor.attach('acc_1', 'pm_nothing');
    await expect(unknown).rejects.toMatchObject({ fields: { processor_payment_method_id: expect.any(String) } });
  });

  it('opens one setup per key, and cancels it', async () => {
    const setup = await processor.setUp({ accountId: 'acc_1', idempotencyKey: 'setup 1' });
    expect(setup).toEqual({
      setupId: expect.any(String),
      clientSecret: expect.stringContaining('_secret_'),
      publishableKey: expect.stringMatching(/^pk_/),
      expiresAt: expect.any(Date),
    });
    const again = await processor.setUp({ accountId: 'acc_1', idempotencyKey: 'setup 1' });
    expect([again.setupId, again.clientSecret]).toEqual([setup.setupId, setup.clientSecret]);
    await processor.cancelSetUp(setup.setupId);
    expect(world.isSetUpOpen(setup.setupId)).toBe(false);
    await expect(processor.cancelSetUp(setup.setupId)).resolves.toBeUndefined();
    await expect(processor.cancelSetUp('seti_nothing')).resolves.toBeUndefined();
  });

  it('detaches a saved card, and accepts a detached or unknown one', async () => {
    const card = await attached('pm_card_visa');
    await processor.detach(card);
    expect(world.isAttached(card)).toBe(false);
    await expect(processor.detach(card)).resolves.toBeUndefined();
    await expect(processor.detach('pm_nothing')).resolves.toBeUndefined();
  });

  describe('events', () => {
    cardProcessorCallbacksContract(() => world);
  });
}
