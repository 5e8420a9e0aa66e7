import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type FaultKind, SandboxFaults } from '@trunkline/platform';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { OfferFilters, SupplierOrderRequest } from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import { numberingPersistence } from '../../numbering.module';
import { supplierContract, NO_FILTERS } from '../../testing';
import { SandboxRepository } from './sandbox-repository';
import { SandboxSupplier } from './sandbox-supplier';

const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'US',
  source: 'live',
};

describe('the sandbox supplier, in PostgreSQL', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let supplier: SandboxSupplier;
  let faults: SandboxFaults;

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(() => {
    clock = new TestClock();
    faults = new SandboxFaults(test.db, clock);
    supplier = new SandboxSupplier(new SandboxRepository(test.db), faults, clock, 1);
  });

  supplierContract('The sandbox', () => Promise.resolve({ supplier, country: 'US', unsoldCountry: 'KP' }));

  const search = async (filters: Partial<OfferFilters> = {}, limit = 20): Promise<Offer[]> => {
    const page = {
      filters: { ...FILTERS, ...filters },
      sort: 'relevance',
      limit,
      accountId: 'acc_1',
      after: null,
    } as const;
    return (await supplier.search(page)).items.map(({ offer }) => offer);
  };
  const national = ({ e164 }: Offer) => e164!.slice(2);
  const request = (offer: Offer, change: Partial<SupplierOrderRequest> = {}): SupplierOrderRequest => ({
    orderId: newId('ord'),
    accountId: 'acc_1',
    requestE164: offer.e164,
    supplierRef: offer.supplierRef,
    documentsApproved: false,
    ...change,
  });

  describe('in a search', () => {
    it('finds numbers by area', async () => {
      const offers = await search({ areaCode: '212' });
      expect(offers.every((offer) => offer.areaCode === '212' && offer.e164!.startsWith('+1212'))).toBe(true);
      expect(offers.length).toBe(20);
    });

    it('finds numbers by the whole area code, never a prefix', async () => {
      for (const source of ['live', 'availability'] as const) {
        expect(await search({ country: 'DE', numberType: 'geographic', areaCode: '3', source })).toEqual([]);
        expect(await search({ areaCode: '21', source })).toEqual([]);
      }
      expect((await search({ country: 'DE', areaCode: '30' })).length).toBeGreaterThan(0);
    });

    it('finds numbers by the code that several cities share', async () => {
      const offers = await search({ country: 'AU', areaCode: '2', source: 'availability' });
      expect(offers.map(({ city }) => city)).toEqual(expect.arrayContaining(['Sydney', 'Canberra']));
      expect(offers.every(({ areaCode }) => areaCode === '2')).toBe(true);
    });

    it('finds numbers by city and region, by their beginning and in any case', async () => {
      const offers = await search({ city: 'new y', region: 'NEW' });
      expect(new Set(offers.map(({ city }) => city))).toEqual(new Set(['New York']));
      const [tollfree] = await search({ numberType: 'tollfree', region: 'united' });
      expect(tollfree).toMatchObject({ region: 'United States' });
    });

    it('finds numbers by the digits of the national number', async () => {
      for (const offer of await search({ startsWith: '2122' })) expect(national(offer)).toMatch(/^2122/);
      for (const offer of await search({ contains: '77' })) expect(national(offer)).toContain('77');
      for (const offer of await search({ endsWith: '00' })) expect(national(offer)).toMatch(/00$/);
    });

    it('finds numbers by capabilities, all of them', async () => {
      const offers = await search({ capabilities: ['sms', 'fax'] });
      expect(offers.every(({ capabilities }) => capabilities.includes('sms') && capabilities.includes('fax'))).toBe(
        true,
      );
      expect(offers.length).toBeGreaterThan(0);
    });

    it('finds numbers by type, price and the need of documents', async () => {
      const tollfree = await search({ numberType: 'tollfree' });
      expect(new Set(tollfree.map(({ numberType }) => numberType))).toEqual(new Set(['tollfree']));
      expect((await search({ maxMonthlyPriceCents: 100 })).every((offer) => offer.monthlyPriceCents <= 100)).toBe(true);
      expect(await search({ maxMonthlyPriceCents: 0 })).toEqual([]);
      const german = await search({ country: 'DE', requiresActivation: true });
      expect(german.length).toBeGreaterThan(0);
      expect(german.every((offer) => offer.requiresActivation)).toBe(true);
    });

    it('returns no catalog rows for a digit filter', async () => {
      expect(await search({ source: 'availability', contains: '21' })).toEqual([]);
    });
  });

  it('sorts by price and by number', async () => {
    const page = { filters: FILTERS, limit: 50, accountId: 'acc_1', after: null };
    const byPrice = (await supplier.search({ ...page, sort: 'price' })).items.map(
      ({ offer }) => offer.monthlyPriceCents,
    );
    expect(byPrice).toEqual(byPrice.toSorted((a, b) => a - b));
    const byNumber = (await supplier.search({ ...page, sort: 'e164' })).items.map(({ offer }) => offer.e164);
    expect(byNumber).toEqual(byNumber.toSorted());
  });

  it('shows a catalog row for each area, with a placeholder of the right length', async () => {
    const [row] = await search({ source: 'availability', areaCode: '212' });
    expect(row).toMatchObject({ e164: null, placeholder: '+1212XXXXXXX', city: 'New York' });
  });

  it('ends a reservation after ten minutes', async () => {
    const [offer] = await search();
    await supplier.reserve(offer!, 'acc_1');
    clock.advance(600);
    await expect(supplier.reserve(offer!, 'acc_2')).resolves.toBe('reserved');
    await expect(supplier.reserve(offer!, 'acc_1')).resolves.toBe('unavailable');
  });

  it('sells a released number again after a day', async () => {
    const [offer] = await search({ areaCode: '646' });
    const order = request(offer!);
    await supplier.order(order);
    await supplier.release({ orderId: order.orderId, e164: offer!.e164!, supplierNumberRef: null });
    await expect(supplier.quote(offer!, 'acc_1')).resolves.toBeNull();
    clock.advance(86_400);
    await expect(supplier.order(request(offer!))).resolves.toMatchObject({ status: 'bought' });
  });

  it('sells a number to one of twenty concurrent orders', async () => {
    const [offer] = await search({ areaCode: '213' });
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, index) => supplier.order(request(offer!, { accountId: `acc_${index}` }))),
    );
    expect(orders.filter(({ status }) => status === 'bought')).toHaveLength(1);
  });

  it('sells one number of an area for twenty concurrent requests of one order, and others to other orders', async () => {
    const [row] = await search({ source: 'availability', areaCode: '702' });
    const order = request(row!, { accountId: 'acc_area' });
    const repeats = await Promise.all(Array.from({ length: 20 }, () => supplier.order(order)));
    expect(new Set(repeats.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => supplier.order(request(row!, { accountId: 'acc_area' }))),
    );
    const all = [repeats[0]!, ...others].map((answer) => answer.status === 'bought' && answer.purchase.e164);
    expect(new Set(all).size).toBe(6);
    const sold = `SELECT count(*)::int AS count FROM numbering.sandbox_inventory WHERE account_id = 'acc_area'`;
    await expect(test.db.find(sold)).resolves.toEqual({ count: 6 });
  });

  it('delivers a number that needs documents as unusable, unless they are approved', async () => {
    const [first, second] = await search({ country: 'DE', requiresActivation: true });
    const purchase = { usable: false };
    await expect(supplier.order(request(first!))).resolves.toMatchObject({ status: 'bought', purchase });
    const approved = await supplier.order(request(second!, { documentsApproved: true }));
    expect(approved).toMatchObject({ status: 'bought', purchase: { usable: true } });
  });

  describe('numbers that script a fault', () => {
    const scripted = async (ending: string): Promise<Offer> => {
      const offers = await search({ areaCode: '415', endsWith: ending });
      expect(offers.every(({ e164 }) => e164!.endsWith(ending))).toBe(true);
      return offers[0]!;
    };

    it('are not found by accident', async () => {
      const offers = [...(await search({}, 2000)), ...(await search({ endsWith: '01' }, 2000))];
      expect(offers.filter(({ e164 }) => /900[1-6]$/.test(e164!))).toEqual([]);
    });

    it('are taken (9001)', async () => {
      const order = await supplier.order(request(await scripted('9001')));
      expect(order).toMatchObject({ status: 'failed', failure: { code: 'number_unavailable' } });
    });

    it('are slow (9002)', async () => {
      await expect(supplier.order(request(await scripted('9002')))).resolves.toMatchObject({ status: 'bought' });
    });

    it('have no response and no effect (9003)', async () => {
      const order = request(await scripted('9003'));
      await expect(supplier.order(order)).rejects.toThrow('No response');
      await expect(supplier.findOrder(order.orderId)).resolves.toBeNull();
    });

    it('have no response, but are bought (9004)', async () => {
      const order = request(await scripted('9004'));
      await expect(supplier.order(order)).rejects.toThrow('No response');
      await expect(supplier.findOrder(order.orderId)).resolves.toMatchObject({ status: 'bought' });
      await expect(supplier.order(order)).resolves.toMatchObject({ status: 'bought' });
    });

    it('are rejected after a minute (9005)', async () => {
      const order = request(await scripted('9005'));
      await expect(supplier.order(order)).resolves.toEqual({ status: 'working' });
      clock.advance(59);
      await expect(supplier.findOrder(order.orderId)).resolves.toEqual({ status: 'working' });
      clock.advance(1);
      await expect(supplier.findOrder(order.orderId)).resolves.toMatchObject({ status: 'failed' });
    });

    it('require documents (9006)', async () => {
      const order = await supplier.order(request(await scripted('9006')));
      expect(order).toMatchObject({ status: 'bought', purchase: { usable: false } });
    });
  });

  describe('the next order, if an operator scripts it', () => {
    const script = (kind: FaultKind) => faults.script({ target: 'supplier', point: 'request', kind, times: 1 });
    const order = async () => request((await search({ areaCode: '617' }, 1))[0]!);

    it('succeeds without a response', async () => {
      const lost = await order();
      await script('timeout');
      await expect(supplier.order(lost)).rejects.toThrow('No response');
      await expect(supplier.findOrder(lost.orderId)).resolves.toMatchObject({ status: 'bought' });
      await expect(supplier.order(lost)).resolves.toMatchObject({ status: 'bought' });
    });

    it('fails without a response', async () => {
      const lost = await order();
      await script('error');
      await expect(supplier.order(lost)).rejects.toThrow('No response');
      await expect(supplier.findOrder(lost.orderId)).resolves.toBeNull();
    });

    it('arrives twice, and buys once', async () => {
      const twice = await order();
      await script('duplicate');
      await expect(supplier.order(twice)).resolves.toMatchObject({ purchase: { e164: twice.requestE164 } });
      const sold = `SELECT count(*)::int AS count FROM numbering.sandbox_orders WHERE order_id = $1`;
      await expect(test.db.find(sold, [twice.orderId])).resolves.toEqual({ count: 1 });
    });

    it('takes longer', async () => {
      await script('slow');
      const sandbox = new SandboxSupplier(new SandboxRepository(test.db), faults, clock, 200);
      const started = performance.now();
      await expect(sandbox.order(await order())).resolves.toMatchObject({ status: 'bought' });
      expect(performance.now() - started).toBeGreaterThanOrEqual(200);
    });

    it('times out, or the next release does, and no search', async () => {
      const bought = await order();
      await supplier.order(bought);
      await script('timeout');
      await expect(search()).resolves.toHaveLength(20);
      const number = { orderId: bought.orderId, e164: bought.requestE164!, supplierNumberRef: null };
      await expect(supplier.release(number)).rejects.toThrow('No response');
      await expect(supplier.release(number)).resolves.toBeUndefined();
    });
  });

  it('requires no business documents from persons', async () => {
    const of = async (kind: 'person' | 'business' | null) => {
      const requirements = await supplier.requirements('DE', 'geographic', kind);
      return requirements!.documents.map(({ purpose }) => purpose);
    };
    expect(await of(null)).toContain('business');
    expect(await of('business')).toContain('business');
    expect(await of('person')).not.toContain('business');
  });
});
