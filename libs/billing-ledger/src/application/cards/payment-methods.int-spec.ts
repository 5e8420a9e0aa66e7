import { type BillingWorld, billingWorlds, savedCard } from '../../testing/billing-world';
import { ProcessorUnavailable } from '../card-processor';

describe('PaymentMethods', () => {
  const newWorld = billingWorlds();
  let world: BillingWorld;

  beforeEach(async () => {
    world = await newWorld();
  });

  const add = (processorPaymentMethodId: string, operationId: string, setDefault = false) =>
    world.paymentMethods.add({ accountId: world.accountId, operationId, processorPaymentMethodId, setDefault });
  const topUp = () =>
    world.topUpWallet.topUp({ accountId: world.accountId, operationId: 'op_topup', amountCents: 500 });

  it('saves a card as the processor describes it', async () => {
    expect(await add('pm_card_visa', 'op_1')).toMatchObject({
      processorPaymentMethodId: 'pm_card_visa',
      type: 'card',
      brand: 'visa',
      last4: '4242',
      isDefault: true,
    });
  });

  it('makes the first card the default, and a later one on request', async () => {
    await add('pm_card_visa', 'op_1');
    expect(await add('pm_card_mastercard', 'op_2')).toMatchObject({ isDefault: false });
    const amex = await add('pm_card_amex', 'op_3', true);
    expect(amex.isDefault).toBe(true);
    expect(await topUp()).toMatchObject({ paymentMethodId: amex.id });
  });

  it('returns the saved card for a retried request', async () => {
    const first = await add('pm_card_visa', 'op_1');
    expect(await add('pm_card_visa', 'op_1')).toEqual(first);
  });

  it('rejects a card that is already saved', async () => {
    await add('pm_card_visa', 'op_1');
    await expect(add('pm_card_visa', 'op_2')).rejects.toMatchObject({ code: 'payment_method_exists' });
  });

  it('rejects declined and unknown cards', async () => {
    await expect(add('pm_card_chargeDeclined', 'op_1')).rejects.toMatchObject({ code: 'payment_method_declined' });
    await expect(add('pm_card_none', 'op_2')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('moves the default', async () => {
    await savedCard(world);
    const other = await savedCard(world, 'pm_card_mastercard');
    expect(await world.paymentMethods.makeDefault(world.accountId, other)).toMatchObject({ isDefault: true });
    expect(await topUp()).toMatchObject({ paymentMethodId: other });
  });

  it("throws not_found for another account's card", async () => {
    const id = await savedCard(world);
    await expect(world.paymentMethods.makeDefault('acc_other', id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.paymentMethods.remove('acc_other', id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves no default when the default is removed', async () => {
    const id = await savedCard(world);
    await savedCard(world, 'pm_card_mastercard');
    await world.paymentMethods.remove(world.accountId, id);
    await expect(topUp()).rejects.toMatchObject({ code: 'no_default_payment_method' });
    await expect(world.paymentMethods.remove(world.accountId, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('detaches a removed card once the processor responds', async () => {
    const id = await savedCard(world);
    await world.paymentMethods.remove(world.accountId, id);
    world.processor.faults.push('lost');
    await expect(world.paymentMethods.detachRemoved()).rejects.toThrow(ProcessorUnavailable);
    expect(await world.paymentMethods.detachRemoved()).toBe(1);
    expect(await world.paymentMethods.detachRemoved()).toBe(0);
    expect(world.processor.detached).toEqual(['pm_card_visa']);
  });

  it('does not detach a card that is saved again while another card is detached', async () => {
    const cards = ['pm_card_visa', 'pm_card_mastercard'];
    for (const card of cards) await world.paymentMethods.remove(world.accountId, await savedCard(world, card));
    world.processor.duringDetach = () => Promise.all(cards.map((card) => add(card, `again ${card}`)));
    expect(await world.paymentMethods.detachRemoved()).toBe(1);
    expect(world.processor.detached).toHaveLength(1);
    expect(await world.paymentMethods.detachRemoved()).toBe(0);
  });
});
