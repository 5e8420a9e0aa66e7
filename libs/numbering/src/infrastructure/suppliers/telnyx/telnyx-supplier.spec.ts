import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import type { OfferFilters, SupplierOrderRequest, SupplierSearch } from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/offer';
import { showAvailable } from '../../../testing/supply/fake-telnyx/telnyx-routes';
import type { FakeNumber } from '../../../testing/supply/fake-telnyx/telnyx-state';
import { broken, FakeTelnyx, type TelnyxFault, tooMany } from '../../../testing/supply/fake-telnyx/fake-telnyx';
import { testRowReader } from '../../../testing/supply/row-reader';
import { fixedCredential } from '../http/credential';
import { TelnyxSupplier } from './telnyx-supplier';
import { NO_FILTERS } from '../../../testing/samples';

const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'US',
  source: 'live',
};
const ORDERS = '/v2/number_orders';

describe('the Telnyx supplier', () => {
  let clock: TestClock;
  let fake: FakeTelnyx;
  let supplier: TelnyxSupplier;

  const make = (authorization: string, timeoutMs?: number) => {
    const { baseUrl, publicKey } = fake;
    const credential = fixedCredential('authorization', authorization);
    const bound = timeoutMs !== undefined && { timeoutMs };
    return new TelnyxSupplier(
      { baseUrl, credential, publicKey, connectionId: 'conn-1', ...bound },
      clock,
      testRowReader('telnyx', clock),
    );
  };

  beforeEach(async () => {
    clock = new TestClock();
    fake = await FakeTelnyx.start(() => clock.now().getTime());
    supplier = make(fake.authorization);
  });
  afterEach(() => fake.stop());

  const page = (filters: Partial<OfferFilters> = {}, change: Partial<SupplierSearch> = {}) =>
    supplier.search({
      filters: { ...FILTERS, ...filters },
      sort: 'relevance',
      limit: 20,
      accountId: 'acc_1',
      after: null,
      ...change,
    });
  const search = async (filters: Partial<OfferFilters> = {}, change: Partial<SupplierSearch> = {}) =>
    (await page(filters, change)).items.map(({ offer }) => offer);
  const request = (offer: Offer, change: Partial<SupplierOrderRequest> = {}): SupplierOrderRequest => ({
    orderId: newId('ord'),
    accountId: 'acc_1',
    requestE164: offer.e164,
    supplierRef: offer.supplierRef,
    documentsApproved: false,
    ...change,
  });
  const script = (on: string, ...faults: TelnyxFault[]) => fake.faults.push(...faults.map((fault) => ({ on, fault })));

  describe('with an available number', () => {
    it('reads it in the terms of an offer', async () => {
      const [offer] = await search({ areaCode: '212' });
      expect(offer).toEqual({
        supplier: 'telnyx',
        e164: '+12125551000',
        country: 'US',
        numberType: 'geographic',
        areaCode: '212',
        city: 'NEW YORK',
        region: 'NY',
        capabilities: ['voice', 'sms', 'mms', 'emergency'],
        monthlyPriceCents: 100,
        setupPriceCents: 1,
        requiresActivation: false,
        restrictions: [],
        placeholder: '+12125551000',
        supplierRef: { country: 'US', type: 'local', reservable: 'true' },
      });
    });

    it('reads its price in whole cents, rounded up', async () => {
      const [offer] = await search({ numberType: 'tollfree' });
      expect(offer).toMatchObject({ numberType: 'tollfree', monthlyPriceCents: 211, setupPriceCents: 1 });
    });

    it('skips it if its price is not in dollars', async () => {
      expect((await search({ endsWith: '1099' })).length).toBe(0);
    });

    it('reads the documents that it requires', async () => {
      const offers = await search({ country: 'DE' });
      expect(offers[0]).toMatchObject({ requiresActivation: true, areaCode: null, city: 'BERLIN', region: 'BERLIN' });
      expect(await search({ country: 'DE', requiresActivation: false })).toEqual([]);
    });
  });

  describe('in a search', () => {
    const national = ({ e164 }: Offer) => e164!.slice(2);

    it.each([
      ['area', { areaCode: '415' }, /^415/],
      ['city', { city: 'San Francisco' }, /^415/],
      ['beginning of its city', { city: 'san f' }, /^415/],
      ['region', { region: 'CA' }, /^415/],
      ['region in any case', { region: 'ca' }, /^415/],
      ['region that is its country', { region: 'united st' }, /^800/],
      ['type', { numberType: 'tollfree' }, /^800/],
      ['beginning', { startsWith: '2125551' }, /^2125551/],
      ['beginning in an area', { areaCode: '212', startsWith: '212555' }, /^212555/],
      ['beginning that is a part of its area', { areaCode: '212', startsWith: '21' }, /^212/],
      ['end', { endsWith: '1003' }, /1003$/],
      ['long end in an area', { areaCode: '212', endsWith: '551003' }, /^212.*551003$/],
      ['digits', { contains: '5100' }, /5100/],
      ['digits in an area', { areaCode: '415', contains: '1003' }, /^415.*1003/],
    ] as const)('finds numbers by %s', async (_name, filters, pattern) => {
      const offers = await search(filters, { limit: 50 });
      expect(offers.length).toBeGreaterThan(0);
      for (const offer of offers) expect(national(offer)).toMatch(pattern);
    });

    it('finds digits at the requested place only', async () => {
      expect(await search({ areaCode: '212', startsWith: '415' })).toEqual([]);
      expect(await search({ areaCode: '212', endsWith: '991003' })).toEqual([]);
    });

    it('finds numbers by capability', async () => {
      const offers = await search({ capabilities: ['sms'] }, { limit: 50 });
      expect(offers.length).toBe(24);
      expect(offers.every(({ capabilities }) => capabilities.includes('sms'))).toBe(true);
      expect(await search({ capabilities: ['t38'] })).toEqual([]);
    });

    it('finds numbers by price', async () => {
      const offers = await search({ maxMonthlyPriceCents: 210 }, { limit: 50 });
      expect(offers.length).toBe(24);
    });

    it('finds no numbers of a country that is not sold', async () =>
      expect(await search({ country: 'AF' })).toEqual([]));
  });

  it('sorts by price and by number', async () => {
    const prices = (await search({}, { sort: 'price', limit: 50 })).map((offer) => offer.monthlyPriceCents);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const numbers = (await search({}, { sort: 'e164', limit: 50 })).map((offer) => offer.e164);
    expect(numbers).toEqual(numbers.toSorted());
  });

  it('returns live rows of several types and catalog rows, each once', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { items } = await page({ source: 'all' }, { limit: 5, after });
      if (items.length === 0) break;
      seen.push(...items.map(({ offer }) => offer.placeholder));
      after = items.at(-1)!.position;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(28 + 3);
    expect(seen.slice(-3).sort()).toEqual(['+1212XXXXXXX', '+1415XXXXXXX', '+1800XXXXXXX']);
  });

  describe('with any number of an area', () => {
    it('sells one of an area that Telnyx counts', async () => {
      const [offer] = await search({ source: 'availability', areaCode: '415' });
      expect(offer).toMatchObject({ e164: null, areaCode: '415', region: 'CA', placeholder: '+1415XXXXXXX' });
      const order = await supplier.order(request(offer!));
      expect(order).toMatchObject({ status: 'bought', purchase: { e164: expect.stringMatching(/^\+1415/) } });
    });

    it('sells one of a country that it does not count', async () => {
      const offers = await search({ country: 'GB', source: 'availability' });
      expect(offers).toMatchObject([{ e164: null, areaCode: null, placeholder: '+44XXXXXXXXXX' }]);
      expect(await supplier.areas('GB', 'mobile')).toMatchObject([{ areaCode: '', inStock: true }]);
    });

    describe('as its row shows it', () => {
      const ref = { country: 'US', type: 'local', areaCode: '628', region: 'CA', capabilities: 'voice,sms' };
      /** Adds numbers of area 628. They are plain ones, in California, unless changed. */
      const stock = (count: number, change: Partial<FakeNumber> = {}) => {
        const plain = fake.state.stock[0]!;
        for (let index = 0; index < count; index += 1) {
          const e164 = `+1628555${String(1000 + fake.state.stock.length)}`;
          fake.state.stock.push({ ...plain, state: 'CA', ...change, e164, areaCode: '628' });
        }
        return fake.state.stock.at(-1)!.e164;
      };
      const row = async () => (await search({ source: 'availability', areaCode: '628' }))[0]!;

      it('sells one with its capabilities and region', async () => {
        const only = stock(1);
        stock(12, { features: ['voice'] });
        stock(11, { state: 'NV' });
        const offer = await row();
        expect(offer).toMatchObject({ region: 'CA', capabilities: ['voice', 'sms', 'mms', 'emergency'] });
        expect(offer.supplierRef).toEqual({ ...ref, capabilities: 'voice,sms,mms,emergency' });
        expect(await supplier.order(request(offer))).toMatchObject({ purchase: { e164: only } });
        expect(await supplier.order(request(offer))).toMatchObject({ failure: { code: 'number_unavailable' } });
      });

      it('sells one while a number has its capabilities', async () => {
        stock(1);
        stock(12, { features: ['voice'] });
        const offer = await row();
        await supplier.order(request(offer));
        expect(await supplier.quote(offer, 'acc_1')).toBeNull();
      });

      it('keeps the capabilities shown when a better number comes first', async () => {
        const offer = {
          ...(await search({ source: 'availability', areaCode: '415' }))[0]!,
          capabilities: ['sms'],
        } as const;
        expect(await supplier.quote(offer, 'acc_1')).toMatchObject({
          capabilities: ['sms'],
          supplierRef: { capabilities: 'sms' },
        });
      });

      it.each<[string, Partial<FakeNumber>]>([
        ['of another area', { e164: '+12125551000' }],
        ['without a capability', { features: ['voice'] }],
        ['of another state', { state: 'NV' }],
        ['in another currency', { currency: 'EUR' }],
      ])('sells no near miss %s', async (_name, change) => {
        stock(1);
        const miss = { ...fake.state.stock.at(-1)!, e164: '+16285559999', ...change };
        const wanted = request(await row(), { supplierRef: ref });
        fake.state.stock.push(miss);
        script('GET /v2/available_phone_numbers', { status: 200, body: { data: [showAvailable(miss)] } });
        expect(await supplier.order(wanted)).toMatchObject({ failure: { code: 'number_unavailable' } });
      });

      it('sells one also when the row was stored before rows carried their capabilities', async () => {
        const e164 = stock(1, { features: ['voice'] });
        const supplierRef = { country: 'US', type: 'local', areaCode: '628' };
        const offer = { ...(await row()), supplierRef };
        expect(await supplier.quote(offer, 'acc_1')).toMatchObject({ supplierRef: { ...ref, capabilities: 'voice' } });
        expect(await supplier.order(request(offer))).toMatchObject({ status: 'bought', purchase: { e164 } });
      });
    });

    it('shows the name of the country as the only region', async () => {
      expect(await search({ country: 'GB', source: 'availability', region: 'London' })).toEqual([]);
      const [offer] = await search({ country: 'GB', source: 'availability', region: 'United Kingdom' });
      expect(offer).toMatchObject({ region: 'United Kingdom' });
    });

    it('shows none for a digit filter', async () => {
      expect(await search({ source: 'availability', contains: '555' })).toEqual([]);
    });

    it('sells one until the area is sold out', async () => {
      const [offer] = await search({ source: 'availability', numberType: 'tollfree' });
      for (let sold = 0; sold < 4; sold += 1) await supplier.order(request(offer!));
      expect(await supplier.order(request(offer!))).toMatchObject({ failure: { code: 'number_unavailable' } });
      expect(await supplier.quote(offer!, 'acc_1')).toBeNull();
      expect(await supplier.areas('US', 'tollfree')).toMatchObject([
        { areaCode: '800', inStock: false, fromMonthlyPriceCents: null },
      ]);
    });

    it('tries another number when the first one was sold', async () => {
      const [offer] = await search({ source: 'availability', areaCode: '212' });
      script(`POST ${ORDERS}`, {
        status: 422,
        body: { errors: [{ code: '10015', title: 'Gone', source: { pointer: '/phone_numbers/0' } }] },
      });
      expect(await supplier.order(request(offer!))).toMatchObject({ status: 'bought' });
    });
  });

  it('returns the countries and types for sale', async () => {
    const countries = await supplier.countries();
    expect(countries.map(({ country, callingCode }) => `${country} ${callingCode}`)).toEqual([
      'US 1',
      'DE 49',
      'GB 44',
    ]);
    expect(countries[1]!.numberTypes).toEqual([
      {
        numberType: 'geographic',
        capabilities: ['voice', 'fax'],
        requiresActivation: true,
        fromMonthlyPriceCents: null,
      },
    ]);
  });

  describe('asked for requirements', () => {
    it('returns them in the format of this API', async () => {
      expect(await supplier.requirements('DE', 'geographic', null)).toMatchObject({
        requiresActivation: true,
        address: 'local',
        requiredFields: [{ field: 'contact_phone', reason: 'A number to call' }],
        documents: [
          { purpose: 'address', quantity: 1, maxAgeDays: 90 },
          { purpose: 'business', maxAgeDays: null },
          { purpose: 'identity', maxAgeDays: null },
        ],
      });
    });

    it('returns those of persons', async () => {
      const { documents } = (await supplier.requirements('DE', 'geographic', 'person'))!;
      expect(documents.map(({ purpose }) => purpose)).toEqual(['address', 'identity']);
    });

    it('reads them once in ten minutes', async () => {
      await supplier.requirements('DE', 'geographic', null);
      await supplier.requirements('US', 'geographic', null);
      expect(fake.countOf('GET /v2/requirements')).toBe(2);
      clock.advance(601);
      await supplier.requirements('DE', 'geographic', null);
      expect(fake.countOf('GET /v2/requirements')).toBe(4);
    });
  });

  describe('with a reservation', () => {
    it('keeps a number until the reservation ends', async () => {
      const [offer] = await search();
      await supplier.reserve(offer!, 'acc_1');
      expect(await search({ startsWith: offer!.e164!.slice(2) }, { accountId: 'acc_2' })).toEqual([]);
      clock.advance(30 * 60 + 1);
      await expect(supplier.reserve(offer!, 'acc_2')).resolves.toBe('reserved');
    });

    it('extends the reservation when repeated', async () => {
      const [offer] = await search();
      await supplier.reserve(offer!, 'acc_1');
      await supplier.reserve(offer!, 'acc_1');
      clock.advance(45 * 60);
      await expect(supplier.reserve(offer!, 'acc_2')).resolves.toBe('unavailable');
    });

    it('reserves no unreservable number or catalog row, without a request', async () => {
      const [tollfree] = await search({ numberType: 'tollfree' });
      const [area] = await search({ source: 'availability' });
      await expect(supplier.reserve(tollfree!, 'acc_1')).resolves.toBe('available');
      await expect(supplier.reserve(area!, 'acc_1')).resolves.toBe('available');
      expect(fake.state.reservations).toEqual([]);
    });

    it('reserves no sold number', async () => {
      const [offer] = await search();
      await supplier.order(request(offer!));
      await expect(supplier.reserve(offer!, 'acc_2')).resolves.toBe('unavailable');
    });
  });

  describe('with an order', () => {
    it('orders for our connection, under our order id', async () => {
      const [offer] = await search();
      const wanted = request(offer!);
      await supplier.order(wanted);
      expect(fake.state.orders).toMatchObject([{ customerReference: wanted.orderId, connectionId: 'conn-1' }]);
    });

    it('orders a number that needs documents, until they are approved', async () => {
      const [offer] = await search({ country: 'DE' });
      const wanted = request(offer!);
      expect(await supplier.order(wanted)).toMatchObject({ status: 'bought', purchase: { usable: false } });
      fake.state.complete(wanted.orderId);
      expect(await supplier.findOrder(wanted.orderId)).toMatchObject({ status: 'bought', purchase: { usable: true } });
    });

    it('orders a number that Telnyx processes asynchronously', async () => {
      const [offer] = await search();
      const wanted = request(offer!);
      await supplier.order(wanted);
      fake.state.orders[0]!.status = 'pending';
      expect(await supplier.findOrder(wanted.orderId)).toEqual({ status: 'working' });
      fake.state.orders[0]!.status = 'failure';
      expect(await supplier.findOrder(wanted.orderId)).toMatchObject({ failure: { code: 'supplier_error' } });
    });

    it('orders nothing when Telnyx refuses for another reason', async () => {
      const [offer] = await search();
      script(`POST ${ORDERS}`, {
        status: 422,
        body: { errors: [{ code: '10015', title: 'No', source: { pointer: '/x' } }] },
      });
      expect(await supplier.order(request(offer!))).toMatchObject({ failure: { code: 'supplier_error' } });
    });

    it.each<[string, TelnyxFault, number]>([
      ['never arrives', 'lost', 0],
      ['is not answered', 'unanswered', 1],
      ['breaks off in its answer', 'half', 1],
      ['meets a fault', broken, 0],
      ['comes too soon', tooMany(1), 0],
      ['is stopped by a key that is replaced just then', { status: 401, body: {} }, 0],
    ])('orders once when the order %s', async (_name, fault, bought) => {
      const [offer] = await search({ source: 'availability' });
      const wanted = request(offer!);
      script(`POST ${ORDERS}`, fault);
      await expect(supplier.order(wanted)).rejects.toThrow();
      expect(fake.state.orders.length).toBe(bought);
      expect((await supplier.findOrder(wanted.orderId)) === null).toBe(bought === 0);
      expect(await supplier.order(wanted)).toMatchObject({ status: 'bought' });
      expect(fake.state.orders.length).toBe(1);
    });

    it.each<[TelnyxFault, number]>([
      ['silent', 0],
      ['silent_after', 1],
    ])('orders within its time limit when the response stays %s', async (fault, bought) => {
      const [offer] = await search();
      const wanted = request(offer!);
      script(`POST ${ORDERS}`, fault);
      const began = performance.now();
      await expect(make(fake.authorization, 300).order(wanted)).rejects.toMatchObject({ reason: 'timed_out' });
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(fake.state.orders.length).toBe(bought);
      expect(await supplier.order(wanted)).toMatchObject({ status: 'bought', purchase: { e164: offer!.e164 } });
    });

    it('orders nothing while the lookup fails', async () => {
      const [offer] = await search();
      script(`GET ${ORDERS}`, 'garbled');
      await expect(supplier.order(request(offer!))).rejects.toThrow('a response without a list');
      expect(fake.state.orders).toEqual([]);
    });

    it('orders one number when two processes order concurrently', async () => {
      const [offer] = await search({ source: 'availability' });
      const wanted = request(offer!);
      const others = [supplier, make(fake.authorization), make(fake.authorization)];
      const orders = await Promise.all(others.map((each) => each.order(wanted)));
      expect(orders).toEqual([orders[0], orders[0], orders[0]]);
      expect(fake.state.orders.length).toBe(1);
    });

    it('orders once for two concurrent requests while the stock changes', async () => {
      const [offer] = await search({ source: 'availability' });
      const wanted = request(offer!);
      const only = (index: number) => ({ status: 200, body: { data: [showAvailable(fake.state.stock[index]!)] } });
      script('GET /v2/available_phone_numbers', only(1), only(2));
      const orders = await Promise.all([1, 2].map(() => supplier.order(wanted)));
      expect(orders).toEqual([orders[0], orders[0]]);
      expect(fake.state.orders.length).toBe(1);
    });

    it('orders one number per id, and returns a duplicate', async () => {
      const [offer, other] = await search();
      const wanted = request(offer!);
      const first = await supplier.order(wanted);
      fake.state.order(other!.e164!, wanted.orderId, null);
      expect(await supplier.findOrder(wanted.orderId)).toEqual(first);
      expect(await supplier.order(wanted)).toEqual(first);
      expect([offer, other].map((each) => fake.state.isSold(each!.e164!))).toEqual([true, false]);
    });
  });

  describe('with a release', () => {
    it('releases the given purchase, never a later one of the same number', async () => {
      const [offer] = await search();
      const first = request(offer!);
      const bought = await supplier.order(first);
      if (bought.status !== 'bought') throw new Error('not bought');
      const number = { orderId: first.orderId, ...bought.purchase };
      await supplier.release(number);
      await supplier.order(request(offer!));
      await supplier.release(number);
      await supplier.release({ ...number, supplierNumberRef: null });
      expect(fake.state.isSold(offer!.e164!)).toBe(true);
    });

    it('does not take the number of a later order for that of an earlier one', async () => {
      const [offer] = await search();
      const first = request(offer!);
      const second = request(offer!);
      const bought = await supplier.order(first);
      if (bought.status !== 'bought') throw new Error('not bought');
      await supplier.release({ orderId: first.orderId, ...bought.purchase });
      await supplier.order(second);
      await expect(supplier.findOrder(first.orderId)).resolves.toEqual({ status: 'working' });
      await expect(supplier.findOrder(second.orderId)).resolves.toMatchObject({ status: 'bought' });
    });

    it('releases after an error, when repeated', async () => {
      const [offer] = await search();
      const wanted = request(offer!);
      await supplier.order(wanted);
      const number = { orderId: wanted.orderId, e164: offer!.e164!, supplierNumberRef: fake.state.owned[0]!.id };
      script(`DELETE /v2/phone_numbers/${number.supplierNumberRef}`, 'unanswered');
      await expect(supplier.release(number)).rejects.toThrow('connection_lost');
      await expect(supplier.release(number)).resolves.toBeUndefined();
      expect(fake.state.isSold(offer!.e164!)).toBe(false);
    });
  });

  describe('after a fault in a search', () => {
    it.each<[string, TelnyxFault]>([
      ['a fault', broken],
      ['a lost connection', 'lost'],
      ['half an answer', 'half'],
      ['a request too many', tooMany(0)],
    ])('searches on after %s', async (_name, fault) => {
      script('GET /v2/available_phone_numbers', fault);
      expect((await search()).length).toBeGreaterThan(0);
    });

    it('searches on after an answer that it could not read', async () => {
      script('GET /v2/country_coverage', 'garbled');
      await expect(search()).rejects.toThrow('a response without an object');
      expect((await search()).length).toBeGreaterThan(0);
    });
  });

  describe('with a callback', () => {
    const callback = async () => {
      const [offer] = await search();
      const wanted = request(offer!);
      await supplier.order(wanted);
      return { orderId: wanted.orderId, sent: fake.callbacks(clock.now())[0]! };
    };

    it('accepts a valid signature, also when repeated', async () => {
      const { orderId, sent } = await callback();
      const first = await supplier.parseCallback(sent);
      expect(first).toEqual({ eventId: expect.any(String), orderId, supplierOrderId: null });
      expect(await supplier.parseCallback(sent)).toEqual(first);
    });

    it('accepts a signature of the last five minutes', async () => {
      const { sent } = await callback();
      clock.advance(300);
      await expect(supplier.parseCallback(sent)).resolves.not.toBeNull();
      clock.advance(1);
      await expect(supplier.parseCallback(sent)).rejects.toMatchObject({ kind: 'unauthorized' });
    });

    it('refuses a signature of the future', async () => {
      const sent = fake.signed('{}', new Date(clock.now().getTime() + 301_000));
      await expect(supplier.parseCallback(sent)).rejects.toMatchObject({ kind: 'unauthorized' });
    });

    it('refuses another body, time or signature', async () => {
      const { sent } = await callback();
      const { 'telnyx-timestamp': at = '', 'telnyx-signature-ed25519': signature = '' } = sent.headers;
      const forgeries = [
        { ...sent, rawBody: Buffer.concat([sent.rawBody, Buffer.from(' ')]) },
        { ...sent, headers: { ...sent.headers, 'telnyx-timestamp': String(Number(at) + 1) } },
        { ...sent, headers: { 'telnyx-timestamp': at } },
        { ...sent, headers: { 'telnyx-signature-ed25519': signature } },
        { ...sent, headers: { ...sent.headers, 'telnyx-signature-ed25519': signature.slice(4) } },
        { ...sent, headers: { ...sent.headers, 'telnyx-signature-ed25519': 'no base64 at all' } },
      ];
      for (const forged of forgeries) {
        await expect(supplier.parseCallback(forged)).rejects.toMatchObject({ kind: 'unauthorized' });
      }
    });

    it('refuses the signature of another account', async () => {
      const other = await FakeTelnyx.start();
      const sent = other.signed('{"data":{}}', clock.now());
      await other.stop();
      await expect(supplier.parseCallback(sent)).rejects.toMatchObject({ kind: 'unauthorized' });
    });

    it.each(['', 'text', '[]', '{}', '{"data":{"event_type":"number_order.complete","id":1,"payload":{}}}'])(
      'refuses an incomplete body: %j',
      async (body) => {
        const sent = fake.signed(body, clock.now());
        await expect(supplier.parseCallback(sent)).rejects.toMatchObject({ kind: 'malformed' });
      },
    );

    it('accepts only what is about an order', async () => {
      const body = JSON.stringify({ data: { event_type: 'message.received', id: 'evt-1', payload: {} } });
      await expect(supplier.parseCallback(fake.signed(body, clock.now()))).resolves.toBeNull();
    });
  });

  describe('in its health', () => {
    it('is down when its key is not taken', async () => {
      const health = await make('Bearer KEY_wrong').health();
      expect(health).toEqual({ isUp: false, message: expect.stringContaining('status 401') });
      expect(health.message).not.toContain('KEY_wrong');
    });

    it('is down when no response is received', async () => {
      script(`GET ${ORDERS}`, 'lost', 'lost', 'lost');
      await expect(supplier.health()).resolves.toMatchObject({ isUp: false });
    });
  });
});
