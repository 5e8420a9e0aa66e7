import { newId } from '@trunkline/kernel';
import { DidwwWorld, purchaseOf } from '../../../testing/supply/didww-world';

const SHORT_MS = 500;

describe('orders at DIDWW', () => {
  let world: DidwwWorld;

  beforeEach(async () => {
    world = await DidwwWorld.start();
  });
  afterEach(() => world.stop());

  describe('reserve', () => {
    it('reserves for the account, and orders by the reservation', async () => {
      const offer = await world.live();
      await world.supplier.reserve(offer, 'acc_1');
      expect(world.fake.stock.store.all('did_reservations')).toMatchObject([{ attributes: { description: 'acc_1' } }]);
      expect(await world.supplier.order(world.request(offer, 'acc_2'))).toMatchObject({
        failure: { code: 'number_unavailable' },
      });
      expect(world.orders()).toEqual([]);
      expect(purchaseOf(await world.supplier.order(world.request(offer))).e164).toBe(offer.e164);
      expect(JSON.stringify(world.fake.orderBodies)).toContain('did_reservation_id');
    });

    it('is renewed shortly before it expires', async () => {
      const offer = await world.live();
      await world.supplier.reserve(offer, 'acc_1');
      const [first] = world.fake.stock.store.all('did_reservations');
      await world.supplier.reserve(offer, 'acc_1');
      expect(world.fake.stock.store.all('did_reservations')).toEqual([first]);
      world.clock.aheadMs = 6 * 60_000;
      await expect(world.supplier.reserve(offer, 'acc_1')).resolves.toBe('reserved');
      expect(world.fake.stock.store.all('did_reservations').map(({ id }) => id)).not.toContain(first!.id);
      expect(world.fake.stock.store.all('did_reservations')).toHaveLength(1);
    });

    it("returns `unavailable` for a sold number, and `available` when DIDWW's reservations are exhausted", async () => {
      const offers = await world.find({ country: 'US', areaCode: '212' }, 12);
      const sold = offers.pop()!;
      await world.supplier.order(world.request(sold));
      await expect(world.supplier.reserve(sold, 'acc_1')).resolves.toBe('unavailable');
      const last = offers.pop()!;
      for (const offer of offers) await world.supplier.reserve(offer, 'acc_1');
      await expect(world.supplier.reserve(last, 'acc_1')).resolves.toBe('available');
    });

    it('reserves nothing for a catalog row', async () => {
      await expect(world.supplier.reserve(await world.catalog(), 'acc_1')).resolves.toBe('available');
      expect(world.fake.count('POST /did_reservations')).toBe(0);
    });
  });

  describe('order', () => {
    it('sends our order id and the callback URL, and disables back-orders', async () => {
      const wanted = world.request(await world.catalog());
      await world.supplier.order(wanted);
      expect(world.fake.orderBodies).toMatchObject([
        {
          attributes: {
            external_reference_id: wanted.orderId,
            allow_back_ordering: false,
            callback_method: 'post',
            callback_url: 'https://api.example.com/webhooks/suppliers/didww',
            items: [{ type: 'did_order_items', attributes: { sku_id: wanted.supplierRef['sku_id'], qty: 1 } }],
          },
        },
      ]);
    });

    it('is not usable while its registration is pending', async () => {
      const [offer] = await world.find({ country: 'DE', numberType: 'geographic' });
      expect(purchaseOf(await world.supplier.order(world.request(offer!)))).toMatchObject({ usable: false });
    });

    it.each([
      ['completed', { status: 'bought' }],
      ['canceled', { status: 'failed', failure: { code: 'supplier_error' } }],
    ] as const)('is awaited while it is pending, until it is %s', async (status, outcome) => {
      world.fake.state.settlesAtOnce = false;
      const wanted = world.request(await world.live());
      await expect(world.supplier.order(wanted)).resolves.toEqual({ status: 'working' });
      await expect(world.supplier.findOrder(wanted.orderId)).resolves.toEqual({ status: 'working' });
      world.fake.settle(status);
      expect(await world.supplier.findOrder(wanted.orderId)).toMatchObject(outcome);
      expect(await world.supplier.order(wanted)).toMatchObject(outcome);
      expect(world.fake.count('POST /orders')).toBe(1);
    });

    it('fails with number_unavailable for a sold-out area', async () => {
      const offer = await world.catalog();
      for (let index = 0; index < 8; index += 1) await world.supplier.order(world.request(offer));
      expect(await world.supplier.order(world.request(offer))).toMatchObject({
        failure: { code: 'number_unavailable' },
      });
      expect(await world.supplier.quote(offer, 'acc_1')).toBeNull();
    });

    it('fails when refused for another reason, and logs the reason', async () => {
      const offer = await world.catalog();
      const supplierRef = { ...offer.supplierRef, sku_id: 'no-such-sku' };
      expect(await world.supplier.order({ ...world.request(offer), supplierRef })).toMatchObject({
        failure: { code: 'supplier_error', message: 'The supplier rejected the order.' },
      });
      expect(JSON.stringify(world.log)).toContain('sku_id - is invalid');
    });

    it('ignores an order whose reference only starts with ours', async () => {
      const wanted = world.request(await world.catalog());
      await world.supplier.order({ ...wanted, orderId: `${wanted.orderId}-2` });
      await expect(world.supplier.findOrder(wanted.orderId)).resolves.toBeNull();
    });

    it('uses the older of two orders of concurrent processes under one id', async () => {
      const wanted = world.request(await world.catalog());
      const first = await world.supplier.order(wanted);
      const [order] = world.orders();
      const attributes = { ...order!.attributes, created_at: '2099-01-01T00:00:00.000Z' };
      world.fake.stock.store.add({ ...order!, id: 'a-later-one', attributes });
      await expect(world.make().findOrder(wanted.orderId)).resolves.toEqual(first);
    });
  });

  describe('when an order meets', () => {
    const faults = ['lost', 'fault', 'busy', 'silent', 'unanswered', 'half', 'blank', 'silent_done'] as const;
    const done = ['unanswered', 'half', 'blank', 'silent_done'];

    it.each(faults)('has an unknown outcome after %s; a repeat settles it with one purchase', async (fault) => {
      const wanted = world.request(await world.catalog());
      world.fake.script('POST /orders', fault);
      await expect(world.make({}, SHORT_MS).order(wanted)).rejects.toThrow();
      expect(world.fake.count('POST /orders')).toBe(1);
      const known = await world.supplier.findOrder(wanted.orderId);
      expect(known?.status ?? null).toBe(done.includes(fault) ? 'bought' : null);
      purchaseOf(await world.supplier.order(wanted));
      expect(world.dids()).toHaveLength(1);
    });

    it.each([['fault', 'fault', 'fault'] as const, ['blank'] as const])(
      'buys nothing after %s at the lookup',
      async (...met) => {
        const wanted = world.request(await world.catalog());
        world.fake.script('GET /orders', ...met);
        await expect(world.supplier.order(wanted)).rejects.toThrow();
        expect(world.fake.count('POST /orders')).toBe(0);
      },
    );

    it('has an unknown outcome after a response without its number', async () => {
      const wanted = world.request(await world.catalog());
      world.fake.script('GET /dids', 'half', 'half', 'half');
      await expect(world.supplier.order(wanted)).rejects.toThrow();
      expect(await world.supplier.findOrder(wanted.orderId)).toMatchObject({ status: 'bought' });
    });

    it('has an unknown outcome when DIDWW does not list its number', async () => {
      const wanted = world.request(await world.catalog());
      await world.supplier.order(wanted);
      world.fake.stock.store.remove(world.dids()[0]!);
      await expect(world.supplier.findOrder(wanted.orderId)).rejects.toThrow('without a number');
    });
  });

  describe('release', () => {
    it('terminates the number', async () => {
      const wanted = world.request(await world.live());
      const { e164, supplierNumberRef } = purchaseOf(await world.supplier.order(wanted));
      await world.supplier.release({ orderId: wanted.orderId, e164, supplierNumberRef });
      expect(world.dids()).toMatchObject([{ attributes: { terminated: true } }]);
    });

    it('finds the number by its order', async () => {
      const wanted = world.request(await world.live());
      const { e164 } = purchaseOf(await world.supplier.order(wanted));
      await world.supplier.release({ orderId: newId('ord'), e164, supplierNumberRef: null });
      await world.supplier.release({ orderId: wanted.orderId, e164: '+12125550000', supplierNumberRef: null });
      expect(world.dids()).toMatchObject([{ attributes: { terminated: false } }]);
      await world.supplier.release({ orderId: wanted.orderId, e164, supplierNumberRef: null });
      expect(world.dids()).toMatchObject([{ attributes: { terminated: true } }]);
    });

    it('succeeds for a number that DIDWW has removed, and fails without a response', async () => {
      const number = { orderId: newId('ord'), e164: '+12125550000', supplierNumberRef: 'gone' };
      await expect(world.supplier.release(number)).resolves.toBeUndefined();
      world.fake.script('PATCH /dids', 'fault');
      await expect(world.supplier.release(number)).rejects.toMatchObject({ status: 503 });
    });
  });
});
