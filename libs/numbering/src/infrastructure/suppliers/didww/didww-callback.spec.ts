import { DidwwWorld } from '../../../testing/supply/didww-world';
import { signedCallback } from '../../../testing/supply/fake-didww/fake-didww';

describe('callbacks of DIDWW', () => {
  let world: DidwwWorld;

  beforeEach(async () => {
    world = await DidwwWorld.start();
  });
  afterEach(() => world.stop());

  describe('a callback', () => {
    const url = 'https://mycompany.com/didww_callbacks?opaque=123';

    it('returns the order and the id of the event', async () => {
      world.fake.state.settlesAtOnce = false;
      const wanted = world.request(await world.live());
      await world.supplier.order(wanted);
      world.fake.settle('completed');
      const [callback] = world.fake.callbacks();
      const news = await world.supplier.parseCallback(callback!);
      const { id } = world.orders()[0]!;
      expect(news).toEqual({ eventId: `${id}:completed`, orderId: null, supplierOrderId: id });
      await expect(world.supplier.parseCallback(callback!)).resolves.toEqual(news);
      await expect(world.supplier.orderIdOf(id)).resolves.toBe(wanted.orderId);
    });

    it('is signed as in the example of the documentation', async () => {
      const callbackSecrets = ['szrdgh6547umt7tht7xbqhj6g9gdbyp7'];
      const documented = world.make({ callbackUrl: new URL(url), callbackSecrets });
      const rawBody = Buffer.from('type=orders&id=bf2cee72-6caa-4ae2-917e-bea01945691e&status=completed');
      const headers = { 'x-didww-signature': '30f66e9d72eb5e193051fd02952f70d8e934b4ff' };
      await expect(documented.parseCallback({ headers, rawBody })).resolves.toMatchObject({
        supplierOrderId: 'bf2cee72-6caa-4ae2-917e-bea01945691e',
      });
      const others = Buffer.from('type=orders&id=bf2cee72-6caa-4ae2-917e-bea01945691e&status=canceled');
      await expect(documented.parseCallback({ headers, rawBody: others })).rejects.toThrow('signature');
    });

    const params = { id: 'an-order', status: 'completed', type: 'orders' };
    it.each([
      ['another secret', () => signedCallback(world.fake.config.callbackUrl.href, params, 'another')],
      ['another address', () => signedCallback('https://api.example.com/elsewhere', params, 'didww_fake_secret')],
      ['a broken signature', () => ({ headers: { 'x-didww-signature': 'zz' }, rawBody: Buffer.from('id=1') })],
    ])('is refused with %s', async (_what, forge) => {
      await expect(world.supplier.parseCallback(forge())).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('is refused with a parameter twice', async () => {
      const signed = signedCallback(
        world.fake.config.callbackUrl.href,
        { ...params, id: 'an-orderid' },
        'didww_fake_secret',
      );
      const rawBody = Buffer.from('id=an-order&id=&status=completed&type=orders');
      await expect(world.supplier.parseCallback({ ...signed, rawBody })).rejects.toMatchObject({
        code: 'unauthorized',
      });
    });

    it('is ignored when it is about something else', async () => {
      const about = { id: 'x', status: 'approved', type: 'address_verifications' };
      const callback = signedCallback(world.fake.config.callbackUrl.href, about, 'didww_fake_secret');
      await expect(world.supplier.parseCallback(callback)).resolves.toBeNull();
    });

    it('returns null for an order that is not ours', async () => {
      await expect(world.supplier.orderIdOf('an-order')).resolves.toBeNull();
    });

    it('is ignored when it is about something else with the id of an order', async () => {
      await world.supplier.order(world.request(await world.live()));
      const about = { id: world.orders()[0]!.id, status: 'completed', type: 'exports' };
      const callback = signedCallback(world.fake.config.callbackUrl.href, about, 'didww_fake_secret');
      await expect(world.supplier.parseCallback(callback)).resolves.toBeNull();
    });

    it('is parsed while DIDWW is unavailable, and its order cannot be resolved', async () => {
      const callback = signedCallback(world.fake.config.callbackUrl.href, params, 'didww_fake_secret');
      world.fake.script('GET /orders', 'fault', 'fault', 'fault');
      await expect(world.supplier.parseCallback(callback)).resolves.toMatchObject({ supplierOrderId: 'an-order' });
      expect(world.fake.requests).toEqual([]);
      await expect(world.supplier.orderIdOf('an-order')).rejects.toMatchObject({ status: 503 });
    });

    it('is rejected without a callback URL, and orders request none', async () => {
      const deaf = world.make({ callbackUrl: null });
      const callback = signedCallback(world.fake.config.callbackUrl.href, params, 'didww_fake_secret');
      await expect(deaf.parseCallback(callback)).rejects.toMatchObject({ code: 'unauthorized' });
      await deaf.order(world.request(await world.catalog()));
      expect(JSON.stringify(world.fake.orderBodies)).not.toContain('callback');
    });
  });
});
