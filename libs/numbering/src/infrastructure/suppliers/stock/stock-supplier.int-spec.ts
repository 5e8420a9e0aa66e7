import { newId } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource, Database, platformPersistence } from '@trunkline/platform';
import { lockWaits, testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { OfferFilters, SearchSort, SupplierOrderRequest } from '../../../application/supply/supplier';
import type { StockTerms } from '../../../domain/stock';
import type { Offer } from '../../../domain/offer';
import { numberingPersistence } from '../../../numbering.module';
import { aStockTerms, FakeRegulatoryRequirements, NO_FILTERS, supplierContract } from '../../../testing';
import { StoredStock } from '../../stock/stock-numbers';
import { StockReservations } from './stock-reservations';
import { StockSearch } from './stock-search';
import { StockSupplier } from './stock-supplier';

describe('the stock as a supplier, in PostgreSQL', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let stock: StoredStock;
  let supplier: StockSupplier;
  let regulations: FakeRegulatoryRequirements;

  const supplierOf = (db: Database) =>
    new StockSupplier(db, new StockSearch(db), new StockReservations(db), regulations, clock);
  /** The connections of another process. */
  const open = async () => {
    const dataSource = await createDataSource({ url: test.url }, [
      platformPersistence,
      numberingPersistence,
    ]).initialize();
    return { db: new Database(dataSource), close: () => dataSource.destroy() };
  };
  const add = (e164s: readonly string[], change: Partial<StockTerms> = {}) => {
    const terms = aStockTerms(change);
    return stock.add(
      e164s.map((e164) => ({ e164, terms, carrierId: null })),
      clock.now(),
    );
  };
  const range = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => `+${BigInt(from.slice(1)) + BigInt(index)}`);

  beforeAll(async () => {
    test = await testDatabase([numberingPersistence]);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    clock = new TestClock();
    regulations = new FakeRegulatoryRequirements();
    stock = new StoredStock(test.db);
    supplier = supplierOf(test.db);
    await test.db.query('DELETE FROM numbering.stock_numbers');
    await test.db.query('DELETE FROM numbering.stock_lots');
  });

  supplierContract('The stock', async () => {
    await add(range('+493012340000', 12), { region: 'Berlin' });
    await add(range('+498912340000', 12), { areaCode: '89', city: 'Munich', region: 'Bavaria' });
    return { supplier, country: 'DE', unsoldCountry: 'KP' };
  });

  const page = async (
    filters: Partial<OfferFilters> = {},
    {
      sort = 'relevance',
      limit = 50,
      after = null as string | null,
    }: { sort?: SearchSort; limit?: number; after?: string | null } = {},
  ) =>
    supplier.search({
      filters: { ...NO_FILTERS, country: 'DE', source: 'live', ...filters },
      sort,
      limit,
      accountId: 'acc_1',
      after,
    });
  const search = async (...of: Parameters<typeof page>): Promise<Offer[]> =>
    (await page(...of)).items.map(({ offer }) => offer);
  const numbers = async (...of: Parameters<typeof page>) => (await search(...of)).map(({ e164 }) => e164);
  const request = (offer: Pick<Offer, 'e164' | 'supplierRef'>, accountId = 'acc_1'): SupplierOrderRequest => ({
    orderId: newId('ord'),
    accountId,
    requestE164: offer.e164,
    supplierRef: offer.supplierRef,
    documentsApproved: false,
  });

  describe('in a search', () => {
    const BERLIN = range('+493012345600', 120);
    const MUNICH = range('+498912345600', 30);
    const MOBILE = range('+4915112345600', 30);
    beforeEach(async () => {
      await add(BERLIN);
      await add(MUNICH, { areaCode: '89', city: 'München', region: 'Bayern', monthlyCents: 90 });
      await add(MOBILE, {
        numberType: 'mobile',
        areaCode: '151',
        city: null,
        region: null,
        capabilities: ['voice', 'sms'],
        monthlyCents: 300,
        requiresActivation: true,
      });
      await add(range('+12125550100', 5), { country: 'US', areaCode: '212', city: 'New York', region: 'New York' });
    });

    const all = [...BERLIN, ...MUNICH, ...MOBILE];
    const national = (e164: string) => e164.slice(3);
    it.each<[string, Partial<OfferFilters>, (e164: string) => boolean]>([
      ['no filter', {}, () => true],
      ['type', { numberType: 'mobile' }, (e164) => MOBILE.includes(e164)],
      ['area code', { areaCode: '89' }, (e164) => MUNICH.includes(e164)],
      ['city', { city: 'muen' }, (e164) => MUNICH.includes(e164)],
      ['English city', { city: 'Munich' }, () => false],
      ['region', { region: 'BAY' }, (e164) => MUNICH.includes(e164)],
      ['country as region', { region: 'germ' }, (e164) => MOBILE.includes(e164)],
      ['capabilities', { capabilities: ['sms', 'voice'] }, (e164) => MOBILE.includes(e164)],
      ['activation', { requiresActivation: false }, (e164) => !MOBILE.includes(e164)],
      ['price', { maxMonthlyPriceCents: 90 }, (e164) => MUNICH.includes(e164)],
      ['first digits', { startsWith: '3012' }, (e164) => national(e164).startsWith('3012')],
      ['two digits', { contains: '67' }, (e164) => national(e164).includes('67')],
      ['digits', { contains: '5671' }, (e164) => national(e164).includes('5671')],
      ['last digits', { endsWith: '07' }, (e164) => e164.endsWith('07')],
      ['more last digits', { endsWith: '5607' }, (e164) => e164.endsWith('5607')],
      ['digits of the calling code', { contains: '4930' }, () => false],
      ['first and last digits', { startsWith: '30', endsWith: '07' }, (e164) => /^30.*07$/.test(national(e164))],
      [
        'all digits',
        { startsWith: '30', contains: '456', endsWith: '1' },
        (e164) => /^30.*456.*1$/.test(national(e164)),
      ],
      [
        'everything',
        {
          numberType: 'geographic',
          areaCode: '30',
          city: 'Ber',
          region: 'ber',
          capabilities: ['voice'],
          requiresActivation: false,
          maxMonthlyPriceCents: 100,
          startsWith: '3012',
          contains: '34',
          endsWith: '9',
        },
        (e164) => BERLIN.includes(e164) && e164.endsWith('9'),
      ],
    ])('finds by %s exactly the numbers that match, page by page, in every order', async (_name, filters, isMatch) => {
      const expected = all.filter(isMatch).sort();
      for (const sort of ['relevance', 'price', 'e164'] as const) {
        const found: Offer[] = [];
        for (let after: string | null = null, more = true; more; ) {
          const { items } = await page(filters, { sort, limit: 20, after });
          found.push(...items.map(({ offer }) => offer));
          after = items.at(-1)?.position ?? null;
          more = items.length === 20;
        }
        expect(found.map(({ e164 }) => e164).sort()).toEqual(expected);
        const prices = found.map(({ monthlyPriceCents }) => monthlyPriceCents);
        if (sort === 'price') expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        if (sort === 'e164') expect(found.map(({ e164 }) => e164)).toEqual(expected);
      }
    });

    it('alternates between areas by relevance', async () => {
      const areas = (await search({ source: 'live' }, { limit: 12 })).map(({ areaCode }) => areaCode);
      expect(new Set(areas)).toEqual(new Set(['30', '89', '151']));
    });

    it.each(['relevance', 'price', 'e164'] as const)(
      'pages through numbers and lots by %s without repeats',
      async (sort) => {
        const seen: string[] = [];
        for (let after: string | null = null, more = true; more; ) {
          const { items } = await page({ source: 'all' }, { sort, limit: 7, after });
          seen.push(...items.map(({ offer }) => offer.e164 ?? offer.placeholder));
          after = items.at(-1)?.position ?? null;
          more = items.length === 7;
        }
        expect(seen).toHaveLength(all.length + 3);
        expect(new Set(seen).size).toBe(all.length + 3);
        if (sort === 'e164') expect(seen).toEqual(seen.toSorted());
      },
    );

    it('describes its numbers and lots', async () => {
      const [lot] = await search({ source: 'availability', areaCode: '151' });
      expect(lot).toMatchObject({
        e164: null,
        placeholder: '+49151XXXXXXXX',
        region: 'Germany',
        requiresActivation: true,
      });
      const [number] = await search({ areaCode: '30' });
      expect(number).toMatchObject({
        supplier: 'stock',
        areaCode: '30',
        city: 'Berlin',
        monthlyPriceCents: 100,
        setupPriceCents: 50,
        placeholder: '+4930XXXXXXXX',
      });
    });

    it('shows the restrictions of the regulations with numbers that need documents', async () => {
      const restrictions = [{ type: 'document', message: 'An address is required.', complianceCode: null }] as const;
      regulations.known.push({ ...regulations.find('DE', 'mobile'), restrictions });
      const [mobile] = await search({ numberType: 'mobile' });
      expect(mobile?.restrictions).toEqual(restrictions);
      await expect(supplier.requirements('DE', 'mobile', null)).resolves.toMatchObject({
        requiresActivation: true,
        restrictions,
      });
      await expect(supplier.requirements('DE', 'geographic', null)).resolves.toMatchObject({
        requiresActivation: false,
      });
    });

    it('summarizes what is sold', async () => {
      expect(await supplier.countries()).toContainEqual({
        country: 'DE',
        name: 'Germany',
        callingCode: '49',
        numberTypes: expect.arrayContaining([
          { numberType: 'geographic', capabilities: ['voice'], requiresActivation: false, fromMonthlyPriceCents: 90 },
        ]),
      });
      expect(await supplier.areas('DE', 'geographic')).toHaveLength(2);
      expect(await supplier.areas('DE', null)).toContainEqual({
        areaCode: '89',
        city: 'München',
        region: 'Bayern',
        inStock: true,
        fromMonthlyPriceCents: 90,
      });
    });

    it('does not find numbers that are sold, withdrawn, ageing or reserved for others, and finds those whose reservation has ended', async () => {
      const states = ['sold', 'withdrawn', 'ageing'];
      const [sold, withdrawn, ageing, reserved] = MUNICH;
      await test.db.query(
        `UPDATE numbering.stock_numbers n SET state = given.state,
           account_id = CASE given.state WHEN 'sold' THEN 'acc_2' END, order_id = CASE given.state WHEN 'sold' THEN 'ord_x' END,
           is_usable = CASE given.state WHEN 'sold' THEN true END, available_at = CASE given.state WHEN 'ageing' THEN $3::timestamptz END
         FROM unnest($1::text[], $2::text[]) AS given (e164, state) WHERE n.e164 = given.e164`,
        [[sold, withdrawn, ageing], states, new Date(clock.now().getTime() + 60_000)],
      );
      const [offer] = await search({ areaCode: '89', endsWith: String(reserved).slice(-4) });
      await supplier.reserve(offer!, 'acc_2');
      const left = MUNICH.slice(4);
      expect((await numbers({ areaCode: '89' })).sort()).toEqual(left);
      clock.advance(supplier.reservationSeconds);
      expect((await numbers({ areaCode: '89' })).sort()).toEqual([reserved, ...left]);
      await stock.freeDue(clock.now(), 100);
      expect((await numbers({ areaCode: '89' })).sort()).toEqual([ageing, reserved, ...left].sort());
    });
  });

  describe('of one number', () => {
    const NUMBER = '+493012345678';
    const offer = async (): Promise<Offer> => (await search())[0]!;
    beforeEach(() => add([NUMBER]));

    it('is quoted at the current price, also under another lot of the place', async () => {
      const live = await offer();
      const [lot] = await search({ source: 'availability' });
      const number = await stock.lock(NUMBER);
      await stock.save({ ...number!, monthlyCents: 250 }, clock.now());
      await expect(supplier.quote(live, 'acc_1')).resolves.toMatchObject({ monthlyPriceCents: 250 });
      await expect(supplier.quote(lot!, 'acc_1')).resolves.toMatchObject({ e164: null, monthlyPriceCents: 250 });
    });

    it('is bought by one of many processes that order the last number at once', async () => {
      const others = await Promise.all([open(), open()]);
      const processes = [supplier, ...others.map(({ db }) => supplierOf(db))];
      const live = await offer();
      const [lot] = await search({ source: 'availability' });
      const orders = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          processes[index % processes.length]!.order(request(index % 2 === 0 ? live : lot!, `acc_${index}`)),
        ),
      );
      expect(orders.filter(({ status }) => status === 'bought')).toHaveLength(1);
      expect(orders.filter(({ status }) => status === 'failed')).toHaveLength(23);
      await Promise.all(others.map((other) => other.close()));
    });

    it('is bought by one of the orders that wait for its lock', async () => {
      const live = await offer();
      const other = await open();
      let placed: ReturnType<StockSupplier['order']>[] = [];
      await other.db.run(async () => {
        await other.db.query('SELECT FROM numbering.stock_numbers WHERE e164 = $1 FOR UPDATE', [NUMBER]);
        placed = [1, 2, 3, 4].map((index) => supplier.order(request(live, `acc_${index}`)));
        await lockWaits(other.db, placed.length);
      });
      const outcomes = await Promise.all(placed);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['bought', 'failed', 'failed', 'failed']);
      await other.close();
    });

    it('is bought by an order of any number of the lot that finds it locked', async () => {
      const [lot] = await search({ source: 'availability' });
      const other = await open();
      let placed: ReturnType<StockSupplier['order']> | null = null;
      await other.db.run(async () => {
        await other.db.query('SELECT FROM numbering.stock_numbers WHERE e164 = $1 FOR UPDATE', [NUMBER]);
        placed = supplier.order(request(lot!));
        await lockWaits(other.db);
      });
      await expect(placed).resolves.toMatchObject({ status: 'bought' });
      await other.close();
    });

    it('is reserved for one of many accounts that ask at once', async () => {
      const live = await offer();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => supplier.reserve(live, `acc_${index}`)),
      );
      expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(1);
    });

    it('keeps a reservation while another account orders any number of the lot', async () => {
      const live = await offer();
      const [lot] = await search({ source: 'availability' });
      await supplier.reserve(live, 'acc_2');
      await expect(supplier.order(request(lot!))).resolves.toMatchObject({ status: 'failed' });
      await expect(supplier.order(request(live, 'acc_2'))).resolves.toMatchObject({ status: 'bought' });
    });

    it('waits for documents, unless they are approved', async () => {
      const number = await stock.lock(NUMBER);
      await stock.save({ ...number!, requiresActivation: true }, clock.now());
      const order = request(await offer());
      const outcome = await supplier.order(order);
      expect(outcome).toMatchObject({ status: 'bought', purchase: { usable: false } });
      await expect(supplier.findOrder(order.orderId)).resolves.toEqual(outcome);
      await supplier.release({ orderId: order.orderId, e164: NUMBER, supplierNumberRef: null });
      const approved = { ...request(await offer()), documentsApproved: true };
      await expect(supplier.order(approved)).resolves.toMatchObject({ purchase: { usable: true } });
    });

    it('is free again when an order that was not settled returns it', async () => {
      const order = request(await offer());
      await supplier.order(order);
      await supplier.release({ orderId: order.orderId, e164: NUMBER, supplierNumberRef: null });
      await expect(supplier.findOrder(order.orderId)).resolves.toBeNull();
      expect(await numbers()).toEqual([NUMBER]);
    });
  });

  it('sells each number of a lot once to concurrent orders, until none is left', async () => {
    await add(range('+493012345600', 10));
    const [lot] = await search({ source: 'availability' });
    const orders = await Promise.all(Array.from({ length: 14 }, () => supplier.order(request(lot!))));
    const bought = orders.flatMap((order) => (order.status === 'bought' ? [order.purchase.e164] : []));
    expect(bought).toHaveLength(10);
    expect(new Set(bought).size).toBe(10);
  });
});
