import { newId } from '@trunkline/kernel';
import type { ProcessorUpdate } from '../../application/processor-events/processor-event';
import { chargeOrder, charged, type ProcessorUnderTest } from './processor-under-test';

const TOLERANCE_SECONDS = 300;

/** Tests the signed events of a card processor. */
export function cardProcessorCallbacksContract(world: () => ProcessorUnderTest): void {
  beforeEach(async () => {
    await world().callbacks();
  });

  const events = async () => {
    const { processor } = world();
    const callbacks = await world().callbacks();
    return Promise.all(callbacks.map(({ rawBody, signature }) => processor.readEvent(rawBody, signature)));
  };

  /** Returns the updates of the events since the last call. */
  const updates = async (): Promise<ProcessorUpdate[]> => {
    return (await events()).flatMap((event) => (event?.update ? [event.update] : []));
  };

  it('reports succeeded and declined charges', async () => {
    const { processor } = world();
    const good = chargeOrder((await processor.attach('acc_1', 'pm_card_visa')).processorPaymentMethodId);
    const { intentId } = await processor.charge(good);
    const { idempotencyKey, amountCents } = good;
    const charge = { about: 'charge', idempotencyKey, intentId, amountCents, currency: 'USD' };
    expect(await updates()).toEqual([{ ...charge, outcome: { status: 'succeeded', intentId } }]);
    const bad = await processor.attach('acc_1', 'pm_card_chargeCustomerFail');
    await processor.charge(chargeOrder(bad.processorPaymentMethodId));
    expect(await updates()).toMatchObject([{ about: 'charge', outcome: { status: 'failed', code: 'card_declined' } }]);
  });

  it('reports a charge that requires authentication, without the secret, and its success', async () => {
    const intentId = await charged(world(), 'pm_card_authenticationRequired');
    const waiting = await updates();
    expect(waiting).toMatchObject([{ about: 'charge', intentId, outcome: null }]);
    expect(JSON.stringify(waiting)).not.toContain('_secret_');
    await world().authenticate(intentId);
    expect(await updates()).toMatchObject([{ intentId, outcome: { status: 'succeeded' } }]);
  });

  it('reports a dispute, and that it was won', async () => {
    const intentId = await charged(world(), 'pm_card_createDispute');
    const disputed = (await updates()).filter(({ about }) => about === 'dispute');
    const dispute = { about: 'dispute', disputeId: expect.any(String), intentId, amountCents: 2500 };
    expect(disputed).toEqual([{ ...dispute, funds: 'withdrawn' }]);
    await world().winDispute(intentId);
    const won = await updates();
    expect(won.length).toBeGreaterThan(0);
    expect(new Set(won.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(won[0]).toEqual({ ...disputed[0], funds: 'reinstated' });
  });

  it('reports refunds from either side', async () => {
    const intentId = await charged(world());
    await world().callbacks();
    await world().processor.refund({ idempotencyKey: newId('crf'), intentId, amountCents: 100 });
    await world().refundElsewhere(intentId, 200);
    expect(await updates()).toEqual([
      { about: 'refunds', intentId },
      { about: 'refunds', intentId },
    ]);
  });

  it('assigns a unique id to each event', async () => {
    await charged(world());
    await charged(world());
    const two = await events();
    expect(new Set(two.map((event) => event?.id)).size).toBe(2);
    expect(two.map((event) => event?.type)).toEqual(['payment_intent.succeeded', 'payment_intent.succeeded']);
  });

  it('rejects a changed body or signature, and a missing or old signature', async () => {
    await charged(world());
    const [callback] = await world().callbacks();
    if (!callback) throw new Error('The processor sent no callback.');
    const { rawBody, signature } = callback;
    const { processor } = world();
    const reads = async (body: Buffer, header: string | null) => (await processor.readEvent(body, header)) !== null;
    expect(await reads(rawBody, signature)).toBe(true);
    for (const at of [0, Math.floor(rawBody.length / 2), rawBody.length - 1]) {
      const other = Buffer.from(rawBody);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(await reads(other, signature)).toBe(false);
    }
    expect(await reads(Buffer.concat([rawBody, Buffer.from(' ')]), signature)).toBe(false);
    expect(await reads(Buffer.concat([Buffer.from('\uFEFF'), rawBody]), signature)).toBe(false);
    expect(await reads(rawBody.subarray(0, -1), signature)).toBe(false);
    const last = signature.at(-1) === '0' ? '1' : '0';
    expect(await reads(rawBody, signature.slice(0, -1) + last)).toBe(false);
    expect(await reads(rawBody, 'v1=x')).toBe(false);
    expect(await reads(rawBody, '')).toBe(false);
    expect(await reads(rawBody, null)).toBe(false);
    world().advance(TOLERANCE_SECONDS + 2);
    expect(await reads(rawBody, signature)).toBe(false);
  });
}
