import { ADA, anOffer, FakeSupplier, numberingWorlds, type NumberingWorld } from '../../testing';

const SELECTION = { country: 'DE', numberType: 'geographic', areaCode: '30' } as const;

describe('CancelOrder', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  const place = () =>
    world.orderNumber.order({
      accountId: 'acc_1',
      actor: ADA,
      operationId: 'op_1',
      selection: SELECTION,
      maxMonthlyPriceCents: null,
      route: { trunkId: null, routingProfileId: null },
      complianceBundleId: null,
      customerReference: null,
    });

  beforeEach(async () => {
    world = await createWorld(new FakeSupplier([anOffer({ requiresActivation: true })]));
  });

  it('refunds an order that needs documents, and releases its number', async () => {
    const { id } = await place();
    await expect(world.cancelOrder.cancel('acc_1', id, ADA)).resolves.toMatchObject({ status: 'cancelled' });
    expect(world.funds.entries.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['charge', 150],
      ['refund', 150],
    ]);
    expect(await world.storedNumbers()).toEqual([expect.objectContaining({ status: 'released' })]);
    expect(world.published()).toEqual(['number.released']);
    await world.releaseDueNumbers.notifySuppliers();
    expect(world.supplier.released).toEqual(['+4930901820']);
  });

  it('releases the hold of an order with an unknown outcome, and returns the number that the supplier sold', async () => {
    world.supplier.faults.push('buy_and_vanish');
    const { id } = await place();
    await expect(world.cancelOrder.cancel('acc_1', id, ADA)).resolves.toMatchObject({ status: 'cancelled' });
    expect(world.funds.availableCents('acc_1')).toBe(1000);
    await world.finishPendingOrders.finish();
    expect(world.supplier.released).toEqual(['+4930901820']);
    expect(await world.storedNumbers()).toEqual([]);
  });

  it.each([
    ['acc_2', 'not_found'],
    ['acc_1', 'invalid_state'],
  ])('rejects a settled order for %s with %s', async (accountId, code) => {
    world.supplier.offers[0] = anOffer();
    const { id } = await place();
    await expect(world.cancelOrder.cancel(accountId, id, ADA)).rejects.toMatchObject({ code });
  });

  it('leaves a number that is locked against release, however it is called', async () => {
    const order = await place();
    const number = await world.storedNumber(order.assignedNumberId!);
    await world.numbers.change({ accountId: 'acc_1', e164: number.e164, actor: ADA }, { deletionLock: true });
    await expect(world.cancelOrder.cancel('acc_1', order.id, ADA)).rejects.toMatchObject({ code: 'number_locked' });
    expect(await world.storedNumbers()).toEqual([expect.objectContaining({ status: 'pending_documents' })]);
    await world.numbers.change({ accountId: 'acc_1', e164: number.e164, actor: ADA }, { deletionLock: false });
    await expect(world.cancelOrder.cancel('acc_1', order.id, ADA)).resolves.toMatchObject({ status: 'cancelled' });
  });

  it('takes effect once when repeated', async () => {
    const { id } = await place();
    await world.cancelOrder.cancel('acc_1', id, ADA);
    await expect(world.cancelOrder.cancel('acc_1', id, ADA)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(world.funds.entries).toHaveLength(2);
  });
});
