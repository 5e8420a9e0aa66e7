import { newId, SystemClock } from '@trunkline/kernel';
import { RecordingLog } from '@trunkline/platform/testing';
import type {
  OfferFilters,
  SearchSort,
  SupplierOrder,
  SupplierOrderRequest,
} from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/supply/offer';
import { FakeDidww, signedCallback } from '../../../testing/supply/fake-didww/fake-didww';
import { FakeReservationBudget } from '../../../testing/supply/fake-reservation-budget';
import { testRowReader } from '../../../testing/supply/row-reader';
import { supplierContract } from '../../../testing/supply/supplier-contract';
import { type DidwwConfig, didwwHttp } from './didww-config';
import { DidwwSupplier } from './didww-supplier';

const BOUND_MS = 1500;
const SHORT_MS = 300;

class ShiftedClock extends SystemClock {
  aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

describe('DIDWW', () => {
  let fake: FakeDidww;
  let clock: ShiftedClock;
  let log: RecordingLog;
  let supplier: DidwwSupplier;
  let budget: FakeReservationBudget;

  const make = (change: Partial<DidwwConfig> = {}, timeoutMs = BOUND_MS) => {
    const config = { ...fake.config, ...change };
    const http = didwwHttp(config, { timeoutMs, pauseMs: 5 });
    return new DidwwSupplier(config, http, budget, testRowReader('didww', clock), clock, log);
  };

  beforeEach(async () => {
    fake = await FakeDidww.start();
    clock = new ShiftedClock();
    log = new RecordingLog();
    budget = new FakeReservationBudget();
    const { stock } = fake;
    stock.addCountry('US', 'United States', '1');
    stock.addCountry('DE', 'Germany', '49');
    stock.addCountry('XN', 'International Networks', '883');
    stock.addGroup({
      country: 'US',
      type: 'Local',
      prefix: '212',
      area: 'New York',
      city: 'New York',
      region: 'New York State',
      selects: true,
      stock: 25,
      features: ['voice_in', 'sms_in', 't38', 'p2p', 'emergency'],
      skus: [
        { monthly: '0.19', setup: '0.0', channels: 0 },
        { monthly: '0.851', setup: '0.07', channels: 2 },
        { monthly: '2.5', setup: '1', channels: 4 },
      ],
    });
    stock.addGroup({ country: 'US', type: 'Local', prefix: '617', area: 'Boston', stock: 8 });
    stock.addGroup({ country: 'US', type: 'Toll-free', prefix: '800', area: 'Toll-free', selects: true, stock: 2 });
    stock.addGroup({ country: 'US', type: 'Shared Cost', prefix: '900', area: 'Shared', selects: true, stock: 2 });
    const registered = { needsRegistration: true, restrictions: 'Live in the city.' };
    stock.addGroup({
      country: 'DE',
      type: 'Local',
      prefix: '241',
      area: 'Aachen',
      selects: true,
      stock: 2,
      ...registered,
    });
    stock.addGroup({ country: 'DE', type: 'National', prefix: '32', area: 'National', stock: 3 });
    stock.addGroup({ country: 'DE', type: 'Mobile', prefix: '', area: 'Mobile', stock: 0 });
    stock.addGroup({ country: 'DE', type: 'Global', prefix: '', area: 'Odd', stock: 3 });
    stock.addGroup({ country: 'XN', type: 'Global', prefix: '5100', area: 'iNum', stock: 3 });
    supplier = make();
  });
  afterEach(() => fake.stop());

  supplierContract('DIDWW', () => Promise.resolve({ supplier, country: 'US', unsoldCountry: 'KP' }));

  const NO_FILTERS: Omit<OfferFilters, 'country'> = {
    numberType: null,
    areaCode: null,
    city: null,
    region: null,
    startsWith: null,
    contains: null,
    endsWith: null,
    capabilities: [],
    source: 'all',
    requiresActivation: null,
    maxMonthlyPriceCents: null,
  };
  const page = (filters: Partial<OfferFilters> & { country: string }, limit = 50, sort: SearchSort = 'relevance') =>
    supplier.search({ filters: { ...NO_FILTERS, ...filters }, sort, limit, accountId: 'acc_1', after: null });
  const find = async (filters: Partial<OfferFilters> & { country: string }, limit = 50) =>
    (await page(filters, limit)).items.map(({ offer }) => offer);
  const live = async (): Promise<Offer> => (await find({ country: 'US', areaCode: '212' }, 1))[0]!;
  const catalog = async (): Promise<Offer> => (await find({ country: 'US', areaCode: '617' }, 1))[0]!;
  const request = (offer: Offer, accountId = 'acc_1'): SupplierOrderRequest => ({
    orderId: newId('ord'),
    accountId,
    requestE164: offer.e164,
    supplierRef: offer.supplierRef,
    documentsApproved: false,
  });
  const orders = () => fake.stock.store.all('orders');
  const dids = () => fake.stock.store.all('dids');
  const purchaseOf = (order: SupplierOrder) => {
    if (order.status !== 'bought') throw new Error(`not bought: ${JSON.stringify(order)}`);
    return order.purchase;
  };

  describe('shows', () => {
    it('an available DID as a live row, at the price of the cheapest SKU with channels, parts of a cent up', async () => {
      const offer = await live();
      expect(offer).toMatchObject({
        supplier: 'didww',
        country: 'US',
        numberType: 'geographic',
        areaCode: '212',
        city: 'New York',
        region: 'New York State',
        monthlyPriceCents: 86,
        setupPriceCents: 7,
        requiresActivation: false,
        capabilities: ['voice', 'sms', 'fax', 't38', 'emergency'],
      });
      expect(offer.e164).toMatch(/^\+1212\d{4}$/);
    });

    it('a group whose numbers cannot be chosen as one catalog row', async () => {
      expect(await find({ country: 'US', areaCode: '617' })).toEqual([
        expect.objectContaining({ e164: null, placeholder: '+1617XXXXXXX', city: 'Boston', monthlyPriceCents: 85 }),
      ]);
    });

    it.each([
      ['tollfree', 'US'],
      ['national', 'DE'],
      ['inum', 'ZZ'],
    ] as const)('%s numbers', async (numberType, country) => {
      const offers = await find({ country });
      expect(offers.map((offer) => offer.numberType)).toContain(numberType);
    });

    it('the registration and restrictions of a group', async () => {
      const [offer] = await find({ country: 'DE', numberType: 'geographic' });
      expect(offer).toMatchObject({ requiresActivation: true, restrictions: [{ message: 'Live in the city.' }] });
    });

    it('no unsupported types, and counts their groups', async () => {
      const offers = [...(await find({ country: 'US' })), ...(await find({ country: 'DE' }))];
      expect(offers.filter(({ areaCode }) => areaCode === '900')).toEqual([]);
      expect(offers.filter(({ numberType }) => numberType === 'inum')).toEqual([]);
      expect(supplier.droppedGroups).toEqual({ 'Shared Cost': 1, Global: 1 });
      clock.aheadMs = 3_600_000;
      await find({ country: 'US' });
      expect(supplier.droppedGroups).toEqual({ 'Shared Cost': 1, Global: 1 });
    });

    it('no group that is sold out', async () => {
      expect(await find({ country: 'DE', numberType: 'mobile' })).toEqual([]);
      expect(await supplier.areas('DE', 'mobile')).toMatchObject([{ areaCode: '', inStock: false }]);
    });

    it('countries with their types, at the lowest price of all groups', async () => {
      const countries = await supplier.countries();
      const codes = countries.map(({ country, callingCode }) => [country, callingCode]);
      expect(codes).toEqual([
        ['US', '1'],
        ['DE', '49'],
        ['ZZ', '883'],
      ]);
      const { numberTypes } = countries[0]!;
      expect(numberTypes).toMatchObject([
        { numberType: 'geographic', fromMonthlyPriceCents: 85, requiresActivation: false },
        { numberType: 'tollfree', fromMonthlyPriceCents: 85 },
      ]);
    });
  });

  describe('finds by', () => {
    it('digits of the national number', async () => {
      const all = (await find({ country: 'US', areaCode: '212', source: 'live' })).map(({ e164 }) => e164!);
      const ending = all[3]!.slice(-3);
      const found = await find({ country: 'US', endsWith: ending });
      expect(found.map(({ e164 }) => e164)).toEqual([expect.stringMatching(new RegExp(`${ending}$`))]);
      expect(await find({ country: 'US', startsWith: '1212' })).toEqual([]);
      expect(await find({ country: 'US', endsWith: '212' })).toEqual([]);
      expect((await find({ country: 'US', startsWith: '2122' })).length).toBeGreaterThan(0);
      expect((await find({ country: 'US', contains: '1220' })).length).toBeGreaterThan(0);
    });

    it('prefixes of city and region', async () => {
      expect((await find({ country: 'US', city: 'new' })).every(({ city }) => city === 'New York')).toBe(true);
      expect(await find({ country: 'US', region: 'texas' })).toEqual([]);
    });

    it('capabilities, price and registration', async () => {
      expect((await find({ country: 'US', capabilities: ['sms'] })).every(({ areaCode }) => areaCode === '212')).toBe(
        true,
      );
      expect(await find({ country: 'US', maxMonthlyPriceCents: 84 })).toEqual([]);
      expect(await find({ country: 'DE', requiresActivation: false, numberType: 'geographic' })).toEqual([]);
    });

    it('price, lowest first', async () => {
      const { items } = await page({ country: 'US' }, 50, 'price');
      const prices = items.map(({ offer }) => offer.monthlyPriceCents);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
      expect(new Set(prices).size).toBe(2);
    });
  });

  it('returns every page without repeats, and warns when only a part was scanned', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let round = 0; round < 30; round += 1) {
      const filters = { ...NO_FILTERS, country: 'US', source: 'live' as const };
      const found = await supplier.search({ filters, sort: 'e164', limit: 4, accountId: 'acc_1', after });
      seen.push(...found.items.map(({ offer }) => offer.e164!));
      after = found.items.at(-1)?.position ?? null;
      if (found.items.length < 4) break;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort());
    expect(seen.at(-1)).toMatch(/^\+1800/);
  });

  it('warns that a page is short because only a part was scanned', async () => {
    const local = { country: 'US', areaCode: '212', source: 'live' } as const;
    expect(await page(local, 5)).toMatchObject({ isPartial: false });
    expect(await page({ country: 'US', numberType: 'tollfree' })).toMatchObject({ isPartial: false });
    fake.stock.addGroup({ country: 'US', type: 'Mobile', prefix: '305', area: 'M', selects: true, stock: 90 });
    expect(await page({ country: 'US', numberType: 'mobile' })).toMatchObject({ isPartial: false, items: [] });
    clock.aheadMs = 601_000;
    expect(await page({ country: 'US', numberType: 'mobile' })).toMatchObject({ isPartial: true });
    for (let index = 0; index < 20; index += 1) {
      const prefix = String(400 + index);
      fake.stock.addGroup({ country: 'DE', type: 'Mobile', prefix, area: 'M', selects: true, stock: 1 });
    }
    const { items, isPartial } = await page({ country: 'DE', numberType: 'mobile' });
    expect([items.length, isPartial]).toEqual([18, true]);
  });

  it('reads every page of its coverage, and caches it for minutes', async () => {
    for (let index = 0; index < 120; index += 1) {
      fake.stock.addGroup({ country: 'US', type: 'National', prefix: String(3000 + index), area: 'N', stock: 1 });
    }
    expect((await supplier.areas('US', 'national')).length).toBe(120);
    await supplier.areas('US', null);
    expect(fake.count('GET /did_groups')).toBe(2);
    clock.aheadMs = 601_000;
    await supplier.areas('US', null);
    expect(fake.count('GET /did_groups')).toBe(4);
  });

  describe('reserve', () => {
    it('reserves for the account, and orders by the reservation', async () => {
      const offer = await live();
      await supplier.reserve(offer, 'acc_1');
      expect(fake.stock.store.all('did_reservations')).toMatchObject([{ attributes: { description: 'acc_1' } }]);
      expect(await supplier.order(request(offer, 'acc_2'))).toMatchObject({ failure: { code: 'number_unavailable' } });
      expect(orders()).toEqual([]);
      expect(purchaseOf(await supplier.order(request(offer))).e164).toBe(offer.e164);
      expect(JSON.stringify(fake.orderBodies)).toContain('did_reservation_id');
    });

    it('is renewed shortly before it expires', async () => {
      const offer = await live();
      await supplier.reserve(offer, 'acc_1');
      const [first] = fake.stock.store.all('did_reservations');
      await supplier.reserve(offer, 'acc_1');
      expect(fake.stock.store.all('did_reservations')).toEqual([first]);
      clock.aheadMs = 6 * 60_000;
      await expect(supplier.reserve(offer, 'acc_1')).resolves.toBe('reserved');
      expect(fake.stock.store.all('did_reservations').map(({ id }) => id)).not.toContain(first!.id);
      expect(fake.stock.store.all('did_reservations')).toHaveLength(1);
    });

    it("returns `unavailable` for a sold number, and `available` when DIDWW's reservations are exhausted", async () => {
      const offers = await find({ country: 'US', areaCode: '212' }, 12);
      const sold = offers.pop()!;
      await supplier.order(request(sold));
      await expect(supplier.reserve(sold, 'acc_1')).resolves.toBe('unavailable');
      const last = offers.pop()!;
      for (const offer of offers) await supplier.reserve(offer, 'acc_1');
      await expect(supplier.reserve(last, 'acc_1')).resolves.toBe('available');
    });

    it('reserves nothing for a catalog row', async () => {
      await expect(supplier.reserve(await catalog(), 'acc_1')).resolves.toBe('available');
      expect(fake.count('POST /did_reservations')).toBe(0);
    });
  });

  describe('order', () => {
    it('sends our order id and the callback URL, and disables back-orders', async () => {
      const wanted = request(await catalog());
      await supplier.order(wanted);
      expect(fake.orderBodies).toMatchObject([
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
      const [offer] = await find({ country: 'DE', numberType: 'geographic' });
      expect(purchaseOf(await supplier.order(request(offer!)))).toMatchObject({ usable: false });
    });

    it.each([
      ['completed', { status: 'bought' }],
      ['canceled', { status: 'failed', failure: { code: 'supplier_error' } }],
    ] as const)('is awaited while it is pending, until it is %s', async (status, outcome) => {
      fake.state.settlesAtOnce = false;
      const wanted = request(await live());
      await expect(supplier.order(wanted)).resolves.toEqual({ status: 'working' });
      await expect(supplier.findOrder(wanted.orderId)).resolves.toEqual({ status: 'working' });
      fake.settle(status);
      expect(await supplier.findOrder(wanted.orderId)).toMatchObject(outcome);
      expect(await supplier.order(wanted)).toMatchObject(outcome);
      expect(fake.count('POST /orders')).toBe(1);
    });

    it('of a sold-out area fails with number_unavailable', async () => {
      const offer = await catalog();
      for (let index = 0; index < 8; index += 1) await supplier.order(request(offer));
      expect(await supplier.order(request(offer))).toMatchObject({ failure: { code: 'number_unavailable' } });
      expect(await supplier.quote(offer, 'acc_1')).toBeNull();
    });

    it('refused for another reason fails, and logs the reason', async () => {
      const offer = await catalog();
      const supplierRef = { ...offer.supplierRef, sku_id: 'no-such-sku' };
      expect(await supplier.order({ ...request(offer), supplierRef })).toMatchObject({
        failure: { code: 'supplier_error', message: 'The supplier rejected the order.' },
      });
      expect(JSON.stringify(log)).toContain('sku_id - is invalid');
    });

    it('ignores an order whose reference only starts with ours', async () => {
      const wanted = request(await catalog());
      await supplier.order({ ...wanted, orderId: `${wanted.orderId}-2` });
      await expect(supplier.findOrder(wanted.orderId)).resolves.toBeNull();
    });

    it('uses the older of two orders of concurrent processes under one id', async () => {
      const wanted = request(await catalog());
      const first = await supplier.order(wanted);
      const [order] = orders();
      const attributes = { ...order!.attributes, created_at: '2099-01-01T00:00:00.000Z' };
      fake.stock.store.add({ ...order!, id: 'a-later-one', attributes });
      await expect(make().findOrder(wanted.orderId)).resolves.toEqual(first);
    });
  });

  describe('when an order meets', () => {
    const faults = ['lost', 'fault', 'busy', 'silent', 'unanswered', 'half', 'blank', 'silent_done'] as const;
    const done = ['unanswered', 'half', 'blank', 'silent_done'];

    it.each(faults)('has an unknown outcome after %s; a repeat settles it with one purchase', async (fault) => {
      const wanted = request(await catalog());
      supplier = make({}, SHORT_MS);
      fake.script('POST /orders', fault);
      await expect(supplier.order(wanted)).rejects.toThrow();
      expect(fake.count('POST /orders')).toBe(1);
      const known = await supplier.findOrder(wanted.orderId);
      expect(known?.status ?? null).toBe(done.includes(fault) ? 'bought' : null);
      purchaseOf(await supplier.order(wanted));
      expect(dids()).toHaveLength(1);
    });

    it.each([['fault', 'fault', 'fault'] as const, ['blank'] as const])(
      'buys nothing after %s at the lookup',
      async (...met) => {
        const wanted = request(await catalog());
        fake.script('GET /orders', ...met);
        await expect(supplier.order(wanted)).rejects.toThrow();
        expect(fake.count('POST /orders')).toBe(0);
      },
    );

    it('has an unknown outcome after a response without its number', async () => {
      const wanted = request(await catalog());
      fake.script('GET /dids', 'half', 'half', 'half');
      await expect(supplier.order(wanted)).rejects.toThrow();
      expect(await supplier.findOrder(wanted.orderId)).toMatchObject({ status: 'bought' });
    });

    it('has an unknown outcome when DIDWW does not list its number', async () => {
      const wanted = request(await catalog());
      await supplier.order(wanted);
      fake.stock.store.remove(dids()[0]!);
      await expect(supplier.findOrder(wanted.orderId)).rejects.toThrow('without a number');
    });
  });

  describe('reads', () => {
    it.each(['lost', 'fault', 'half'] as const)('again after %s', async (fault) => {
      fake.script('GET /countries', fault);
      expect((await find({ country: 'US' })).length).toBeGreaterThan(0);
      expect(fake.count('GET /countries')).toBe(2);
    });

    it('again when Retry-After says', async () => {
      fake.script('GET /countries', 'busy');
      expect((await find({ country: 'US' })).length).toBeGreaterThan(0);
    });

    it('fails while the supplier does not respond, and retries the next time', async () => {
      supplier = make({}, SHORT_MS);
      fake.script('GET /countries', 'silent');
      await expect(page({ country: 'US' })).rejects.toThrow('timed_out');
      expect((await find({ country: 'US' })).length).toBeGreaterThan(0);
    });
  });

  describe('release', () => {
    it('terminates the number', async () => {
      const wanted = request(await live());
      const { e164, supplierNumberRef } = purchaseOf(await supplier.order(wanted));
      await supplier.release({ orderId: wanted.orderId, e164, supplierNumberRef });
      expect(dids()).toMatchObject([{ attributes: { terminated: true } }]);
    });

    it('finds the number by its order', async () => {
      const wanted = request(await live());
      const { e164 } = purchaseOf(await supplier.order(wanted));
      await supplier.release({ orderId: newId('ord'), e164, supplierNumberRef: null });
      await supplier.release({ orderId: wanted.orderId, e164: '+12125550000', supplierNumberRef: null });
      expect(dids()).toMatchObject([{ attributes: { terminated: false } }]);
      await supplier.release({ orderId: wanted.orderId, e164, supplierNumberRef: null });
      expect(dids()).toMatchObject([{ attributes: { terminated: true } }]);
    });

    it('succeeds for a number that DIDWW has removed, and fails without a response', async () => {
      const number = { orderId: newId('ord'), e164: '+12125550000', supplierNumberRef: 'gone' };
      await expect(supplier.release(number)).resolves.toBeUndefined();
      fake.script('PATCH /dids', 'fault');
      await expect(supplier.release(number)).rejects.toMatchObject({ status: 503 });
    });
  });

  describe('requirements', () => {
    const demand = (attributes: object) => {
      const { store } = fake.stock;
      const link = (type: string, name: string) => {
        store.add({ type, id: name, attributes: { name }, relationships: {} });
        return { type, id: name };
      };
      const group = store.all('did_groups').find((each) => each.attributes['area_name'] === 'Aachen')!;
      const { country, did_group_type: type } = group.relationships;
      const form = link('supporting_document_templates', 'Generic LOI');
      const others = { country: country!, did_group_type: link('did_group_types', 'Mobile') };
      const personal = { identity_type: 'personal' };
      store.add({ type: 'address_requirements', id: 'of-mobile', attributes: personal, relationships: others });
      store.add({
        type: 'address_requirements',
        id: 'requirement',
        attributes: {
          identity_type: 'any',
          address_area_level: 'city',
          restriction_message: 'Registration is required.',
          personal_proof_qty: 1,
          business_proof_qty: 2,
          address_proof_qty: 1,
          personal_mandatory_fields: ['Birth Date'],
          business_mandatory_fields: ['Company ID'],
          ...attributes,
        },
        relationships: {
          country: country!,
          did_group_type: type!,
          personal_permanent_document: null,
          personal_onetime_document: form,
          business_onetime_document: form,
          business_permanent_document: null,
          personal_proof_types: [link('proof_types', 'Drivers License'), link('proof_types', 'Passport')],
          business_proof_types: [link('proof_types', 'Copy of Company Registration')],
          address_proof_types: [link('proof_types', 'Utility Bill')],
        },
      });
    };

    it('contain documents, fields and area', async () => {
      demand({});
      expect(await supplier.requirements('DE', 'geographic', null)).toMatchObject({
        country: 'DE',
        numberType: 'geographic',
        requiresActivation: true,
        address: 'local',
        endUserKinds: ['person', 'business'],
        requiredFields: [{ field: 'birth_date' }, { field: 'company_id' }],
        documents: [
          { purpose: 'identity', acceptedDocTypes: ['drivers_license', 'passport'], quantity: 1 },
          { purpose: 'business', acceptedDocTypes: ['business_registration'], quantity: 2 },
          { purpose: 'address', acceptedDocTypes: ['utility_bill'], quantity: 1 },
          { purpose: 'other', acceptedDocTypes: ['other'], quantity: 1 },
        ],
        restrictions: [{ message: 'Live in the city.' }, { type: 'legal', message: 'Registration is required.' }],
      });
    });

    it('narrow to a kind of end user', async () => {
      demand({});
      const found = await supplier.requirements('DE', 'geographic', 'person');
      expect(found!.documents.map(({ purpose }) => purpose)).toEqual(['identity', 'address', 'other']);
      expect(found!.requiredFields).toMatchObject([{ field: 'birth_date' }]);
    });

    it('contain the kinds of end users', async () => {
      demand({ identity_type: 'Business', address_area_level: 'World_wide' });
      const found = await supplier.requirements('DE', 'geographic', null);
      expect(found).toMatchObject({ endUserKinds: ['business'], address: 'worldwide' });
    });

    it('are empty when no registration is needed', async () => {
      expect(await supplier.requirements('DE', 'national', null)).toMatchObject({
        requiresActivation: false,
        documents: [],
        requiredFields: [],
        address: 'none',
      });
      expect(await supplier.requirements('US', 'mobile', null)).toBeNull();
    });
  });

  describe('a callback', () => {
    const url = 'https://mycompany.com/didww_callbacks?opaque=123';

    it('returns the order and the id of the event', async () => {
      fake.state.settlesAtOnce = false;
      const wanted = request(await live());
      await supplier.order(wanted);
      fake.settle('completed');
      const [callback] = fake.callbacks();
      const news = await supplier.parseCallback(callback!);
      const { id } = orders()[0]!;
      expect(news).toEqual({ eventId: `${id}:completed`, orderId: null, supplierOrderId: id });
      await expect(supplier.parseCallback(callback!)).resolves.toEqual(news);
      await expect(supplier.orderIdOf(id)).resolves.toBe(wanted.orderId);
    });

    it('is signed as in the example of the documentation', async () => {
      const callbackSecrets = ['szrdgh6547umt7tht7xbqhj6g9gdbyp7'];
      const documented = make({ callbackUrl: new URL(url), callbackSecrets });
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
      ['another secret', () => signedCallback(fake.config.callbackUrl.href, params, 'another')],
      ['another address', () => signedCallback('https://api.example.com/elsewhere', params, 'didww_fake_secret')],
      ['a broken signature', () => ({ headers: { 'x-didww-signature': 'zz' }, rawBody: Buffer.from('id=1') })],
    ])('with %s is refused', async (_what, forge) => {
      await expect(supplier.parseCallback(forge())).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('with a parameter twice is refused', async () => {
      const signed = signedCallback(fake.config.callbackUrl.href, { ...params, id: 'an-orderid' }, 'didww_fake_secret');
      const rawBody = Buffer.from('id=an-order&id=&status=completed&type=orders');
      await expect(supplier.parseCallback({ ...signed, rawBody })).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('about something else is ignored', async () => {
      const about = { id: 'x', status: 'approved', type: 'address_verifications' };
      const callback = signedCallback(fake.config.callbackUrl.href, about, 'didww_fake_secret');
      await expect(supplier.parseCallback(callback)).resolves.toBeNull();
    });

    it('returns null for an order that is not ours', async () => {
      await expect(supplier.orderIdOf('an-order')).resolves.toBeNull();
    });

    it('about something else with the id of an order is ignored', async () => {
      await supplier.order(request(await live()));
      const about = { id: orders()[0]!.id, status: 'completed', type: 'exports' };
      const callback = signedCallback(fake.config.callbackUrl.href, about, 'didww_fake_secret');
      await expect(supplier.parseCallback(callback)).resolves.toBeNull();
    });

    it('is parsed while DIDWW is unavailable, and its order cannot be resolved', async () => {
      const callback = signedCallback(fake.config.callbackUrl.href, params, 'didww_fake_secret');
      fake.script('GET /orders', 'fault', 'fault', 'fault');
      await expect(supplier.parseCallback(callback)).resolves.toMatchObject({ supplierOrderId: 'an-order' });
      expect(fake.requests).toEqual([]);
      await expect(supplier.orderIdOf('an-order')).rejects.toMatchObject({ status: 503 });
    });

    it('is rejected without a callback URL, and orders request none', async () => {
      const deaf = make({ callbackUrl: null });
      const callback = signedCallback(fake.config.callbackUrl.href, params, 'didww_fake_secret');
      await expect(deaf.parseCallback(callback)).rejects.toMatchObject({ code: 'unauthorized' });
      await deaf.order(request(await catalog()));
      expect(JSON.stringify(fake.orderBodies)).not.toContain('callback');
    });
  });

  it('is down when its key is rejected, and reports it without the key', async () => {
    const health = await make({ apiKey: 'a-wrong-key' }).health();
    expect(health).toMatchObject({ isUp: false, message: expect.stringContaining('401') });
    expect(health.message).not.toContain('a-wrong-key');
  });
});
