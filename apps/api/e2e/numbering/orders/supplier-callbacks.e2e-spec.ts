import { newId } from '@trunkline/kernel';
import { FinishPendingOrders, SupplierEvents } from '@trunkline/numbering';
import { RealSuppliers, signedCallback } from '@trunkline/numbering/testing';
import { Database } from '@trunkline/platform';
import { codeOf, dataOf, fieldsOf, type Row, Shopping } from '../../support/numbering/shopping';
import { type Answer, startApi, type TestApi } from '../../support';

const DIDWW = '/webhooks/suppliers/didww';
const TELNYX = '/webhooks/suppliers/telnyx';
const ADDRESS = 'http://api.test/webhooks/suppliers/didww';

interface Callback {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

describe('callbacks of suppliers', () => {
  let suppliers: RealSuppliers;
  let api: TestApi;
  let shopping: Shopping;

  beforeAll(async () => {
    suppliers = await RealSuppliers.start();
    api = await startApi(suppliers.env('telnyx,didww'));
  });
  beforeEach(async () => {
    shopping = new Shopping(api, await api.customers.make({ balanceCents: 2000 }));
    suppliers.didww.state.settlesAtOnce = false;
    suppliers.telnyx.callbacks(new Date());
  });
  afterAll(async () => {
    await api.stop();
    await suppliers.stop();
  });

  const call = (path: string, { headers, rawBody }: Callback, change: Record<string, string> = {}) => {
    const given = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return api.post(path, rawBody.toString(), {}, { ...Object.fromEntries(given), ...change });
  };
  const ok = (answer: Answer) => expect([answer.status, answer.body.data]).toEqual([200, { received: true }]);
  const stored = () =>
    api.use(Database).query<{
      supplier: string;
      event_id: string;
      status: string;
    }>(`SELECT supplier, event_id, status FROM numbering.supplier_events ORDER BY received_at, event_id`);
  /** Handles received events as the worker does. */
  const work = async () => {
    for (const { supplier, event_id } of await stored()) await api.use(SupplierEvents).handle(supplier, event_id);
  };
  /** Runs the worker's sweep of the next minute. */
  const sweep = async () => {
    await api
      .use(Database)
      .query(`UPDATE numbering.supplier_events SET check_at = now() - interval '1 second' WHERE check_at IS NOT NULL`);
    return api.use(SupplierEvents).handleDue();
  };
  const tokenOf = async (area: string) => (await shopping.search(`area_code=${area}`, 1))[0]!['select_token'];
  /** An order that DIDWW accepted and has not delivered. */
  const orderOfDidww = async () => {
    const answer = await shopping.order({ select_token: await tokenOf('646') });
    expect([answer.status, answer.body.data]).toMatchObject([201, { order: { status: 'pending' }, number: null }]);
    return String((dataOf(answer)['order'] as Row)['id']);
  };
  /** An order that Telnyx completed without a response to the API. */
  const orderOfTelnyx = async () => {
    suppliers.telnyx.faults.push({ on: 'POST /v2/number_orders', fault: 'unanswered' });
    const [row] = (await shopping.search('area_code=415', 50)).filter((each) => String(each['e164']).includes('555'));
    const answer = await shopping.order({ select_token: row!['select_token'] });
    expect([answer.status, answer.body.data]).toMatchObject([201, { order: { status: 'pending' } }]);
    return String((dataOf(answer)['order'] as Row)['id']);
  };
  const statusOf = async (orderId: string) =>
    dataOf(await api.get(`/v1/number-orders/${orderId}`, shopping.customer))['status'];
  const numbers = async () =>
    (dataOf(await api.get('/v1/numbers', shopping.customer))['items'] as Row[]).map((row) => row['status']);

  describe('POST /webhooks/suppliers/{supplier}', () => {
    it('returns 200 for DIDWW, and provisions and charges its order once for repeated callbacks', async () => {
      const orderId = await orderOfDidww();
      suppliers.didww.settle('completed');
      const [callback] = suppliers.didww.callbacks();
      const asked = suppliers.didww.requests.length;
      for (let time = 0; time < 3; time += 1) ok(await call(DIDWW, callback!));
      expect(suppliers.didww.requests).toHaveLength(asked);
      await Promise.all([work(), work(), work()]);
      expect([await statusOf(orderId), await numbers()]).toEqual(['provisioned', ['active']]);
      expect(await shopping.postings()).toEqual([-90]);
      ok(await call(DIDWW, callback!));
      await sweep();
      expect(await shopping.postings()).toEqual([-90]);
      expect((await stored()).filter(({ supplier }) => supplier === 'didww')).toEqual([
        expect.objectContaining({ status: 'handled' }),
      ]);
    });

    it('returns 200 for Telnyx, and provisions and charges its order once for events in any order', async () => {
      const orderId = await orderOfTelnyx();
      suppliers.telnyx.state.complete(orderId);
      const callbacks = suppliers.telnyx.callbacks(new Date());
      expect(callbacks).toHaveLength(2);
      for (const callback of [...callbacks.toReversed(), ...callbacks]) ok(await call(TELNYX, callback));
      await work();
      expect([await statusOf(orderId), await numbers()]).toEqual(['provisioned', ['active']]);
      expect(await shopping.postings()).toEqual([-101]);
    });

    it('returns 200, and does not charge a number that is rejected in the end', async () => {
      const orderId = await orderOfDidww();
      suppliers.didww.settle('canceled');
      const [callback] = suppliers.didww.callbacks();
      ok(await call(DIDWW, callback!));
      await work();
      expect([await statusOf(orderId), await numbers(), await shopping.postings()]).toEqual(['failed', [], []]);
      expect(await shopping.balanceCents()).toBe(2000);
    });

    it('returns 200 and buys nothing while the supplier has no order yet', async () => {
      const orderId = await orderOfTelnyx();
      const { orders, owned } = suppliers.telnyx.state;
      const bought = suppliers.telnyx.countOf('POST /v2/number_orders');
      for (const callback of suppliers.telnyx.callbacks(new Date())) ok(await call(TELNYX, callback));
      // Telnyx lists the order later than its callback.
      const [order, number] = [orders.pop()!, owned.pop()!];
      await work();
      expect([await statusOf(orderId), suppliers.telnyx.countOf('POST /v2/number_orders')]).toEqual([
        'pending',
        bought,
      ]);
      orders.push(order);
      owned.push(number);
      await sweep();
      expect([await statusOf(orderId), await shopping.postings()]).toEqual(['provisioned', [-101]]);
    });

    it('returns 200 before the order is committed, and follows it afterwards', async () => {
      const orderId = await orderOfTelnyx();
      const rename = (from: string, to: string) =>
        api.use(Database).query(`UPDATE numbering.number_orders SET id = $2 WHERE id = $1`, [from, to]);
      await rename(orderId, 'ord_unseen');
      for (const callback of suppliers.telnyx.callbacks(new Date())) ok(await call(TELNYX, callback));
      await work();
      await rename('ord_unseen', orderId);
      expect(await statusOf(orderId)).toBe('pending');
      await sweep();
      expect([await statusOf(orderId), await shopping.postings()]).toEqual(['provisioned', [-101]]);
    });

    it('returns 200 while the supplier is unavailable, and follows the order afterwards', async () => {
      const orderId = await orderOfDidww();
      suppliers.didww.settle('completed');
      const [callback] = suppliers.didww.callbacks();
      suppliers.didww.script('GET /orders', 'fault', 'fault', 'fault');
      ok(await call(DIDWW, callback!));
      await expect(work()).rejects.toThrow('503');
      expect(await statusOf(orderId)).toBe('pending');
      await sweep();
      expect(await statusOf(orderId)).toBe('provisioned');
    });

    it('returns 200 in parallel with the sweeper, with one number and one charge', async () => {
      const orderId = await orderOfTelnyx();
      await api
        .use(Database)
        .query(`UPDATE numbering.number_orders SET next_check_at = now() - interval '1 second' WHERE id = $1`, [
          orderId,
        ]);
      for (const callback of suppliers.telnyx.callbacks(new Date())) ok(await call(TELNYX, callback));
      await Promise.all([work(), api.use(FinishPendingOrders).finish(), work()]);
      expect([await statusOf(orderId), await numbers()]).toEqual(['provisioned', ['active']]);
      expect(await shopping.postings()).toEqual([-101]);
    });

    it('returns 200 for an unknown order, which is deleted after days', async () => {
      suppliers.telnyx.state.tell('number_order.complete', {
        id: 'their-order',
        customerReference: newId('ord'),
        e164: '+12125550000',
        connectionId: null,
        createdAt: new Date().toISOString(),
        status: 'success',
        requirementsMet: true,
      });
      const [callback] = suppliers.telnyx.callbacks(new Date());
      ok(await call(TELNYX, callback!));
      const { id } = (JSON.parse(callback!.rawBody.toString()) as { data: { id: string } }).data;
      const find = async () => (await stored()).find(({ event_id }) => event_id === id)?.status;
      await sweep();
      expect(await find()).toBe('received');
      const age = (column: string, days: number) =>
        api
          .use(Database)
          .query(`UPDATE numbering.supplier_events SET ${column} = now() - $2 * interval '1 day' WHERE event_id = $1`, [
            id,
            days,
          ]);
      await age('received_at', 4);
      await sweep();
      expect(await find()).toBe('ignored');
      await api.use(SupplierEvents).prune();
      expect(await find()).toBe('ignored');
      await age('closed_at', 91);
      await api.use(SupplierEvents).prune();
      expect(await find()).toBeUndefined();
    });

    it('returns 200 for another event type, and does not store it', async () => {
      const before = await stored();
      const about = { id: 'x', status: 'approved', type: 'address_verifications' };
      ok(await call(DIDWW, signedCallback(ADDRESS, about, 'didww_fake_secret')));
      const body = JSON.stringify({ data: { event_type: 'message.received', id: 'e', payload: {} } });
      ok(await call(TELNYX, suppliers.telnyx.signed(body, new Date())));
      expect(await stored()).toEqual(before);
    });

    it('returns 401 and stores nothing when body or signature differ by one byte', async () => {
      const before = await stored();
      const form = signedCallback(ADDRESS, { id: 'an-id', status: 'completed', type: 'orders' }, 'didww_fake_secret');
      const event = suppliers.telnyx.signed('{"data":{"event_type":"number_order.complete"}}', new Date());
      const longer = ({ headers, rawBody }: Callback) => ({
        headers,
        rawBody: Buffer.concat([rawBody, Buffer.from('1')]),
      });
      const { 'x-didww-signature': mac = '' } = form.headers;
      const { 'telnyx-signature-ed25519': signature = '' } = event.headers;
      const attempts = [
        await call(DIDWW, longer(form)),
        await call(DIDWW, form, { 'x-didww-signature': `${mac.slice(0, -1)}${mac.endsWith('0') ? '1' : '0'}` }),
        await call(DIDWW, { ...form, headers: {} }),
        await call(DIDWW, event),
        await call(TELNYX, longer(event)),
        await call(TELNYX, event, {
          'telnyx-signature-ed25519': `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        }),
        await call(TELNYX, event, { 'telnyx-timestamp': '1790000000' }),
        await call(TELNYX, form),
        await api.post(TELNYX),
      ];
      const seen = attempts.map((answer) => [answer.status, codeOf(answer)]);
      expect(seen).toEqual(attempts.map(() => [401, 'unauthorized']));
      expect(await stored()).toEqual(before);
    });

    it('returns 400 for a signed body that is not an event', async () => {
      const answer = await call(TELNYX, suppliers.telnyx.signed('text', new Date()));
      expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_request']);
    });

    it.each(['sandbox', 'twilio', 'Telnyx', '..%2Ftelnyx'])('returns 404 for the supplier %s', async (supplier) => {
      const answer = await api.post(`/webhooks/suppliers/${supplier}`, '{}');
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    });

    it('returns 405 for another method, 413 past 256 KiB, 422 for a query', async () => {
      expect((await api.get(TELNYX)).status).toBe(405);
      expect((await api.post(TELNYX, 'x'.repeat(300_000))).status).toBe(413);
      const answer = await api.post(`${TELNYX}?a=1`, '{}');
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['a']]);
    });
  });
});
