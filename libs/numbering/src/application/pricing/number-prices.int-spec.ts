import { addSeconds } from '@trunkline/kernel';
import type { Offer, PricedOffer } from '../../domain/offer';
import type { NewPriceRule } from '../../domain/pricing/price-rule';
import {
  aCatalogOffer,
  ADA,
  anOffer,
  aPriceRule,
  atCost,
  FakeSupplier,
  NO_FILTERS,
  NO_TERMS,
  numberingWorlds,
  type NumberingWorld,
  wireNumbering,
} from '../../testing';

const OWNER = { accountId: 'acc_1', ownerId: 'usr_ada' };
const OPERATOR = 'op_ada';

describe('number prices', () => {
  const createWorld = numberingWorlds();
  let world: NumberingWorld;
  let supplier: FakeSupplier;
  let operations = 0;

  const rule = (change: Partial<NewPriceRule> = {}) =>
    world.numberPrices.create(OPERATOR, { ...aPriceRule(), effectiveFrom: null, ...change });
  const find = (change: object = {}, sort: 'relevance' | 'price' = 'relevance', accountId = 'acc_1') =>
    world.search.search({
      accountId,
      filters: { ...NO_FILTERS, country: 'DE', ...change },
      sort,
      limit: 20,
      after: null,
    });
  const pricesIn = async (...search: Parameters<typeof find>) =>
    (await find(...search)).items.map(({ offer }) => offer.monthlyPriceCents);
  const addToCart = async (token?: string) => {
    const selectToken = token ?? (await find()).items[0]!.selectToken;
    return world.carts.add(OWNER, { selectToken, quantity: 1, operationId: `op_${++operations}` });
  };
  const checkOut = (maxTotalCents: number | null = null) =>
    world.checkOutCart.checkOut(OWNER, {
      operationId: `op_${++operations}`,
      placedBy: ADA,
      terms: NO_TERMS,
      maxTotalCents,
    });

  beforeEach(async () => {
    supplier = new FakeSupplier([anOffer()]);
    world = await createWorld(supplier);
  });

  describe('rules', () => {
    it('hold from the next search, in every process', async () => {
      expect(await pricesIn()).toEqual([100]);
      await rule({ markupPct: '25', addMonthlyCents: 5 });
      expect(await pricesIn()).toEqual([130]);
      const other = wireNumbering(world.db, { supplier, events: world.bus, clock: world.clock });
      const filters = { ...NO_FILTERS, country: 'DE' };
      const search = { accountId: 'acc_2', filters, sort: 'relevance', limit: 1, after: null } as const;
      expect((await other.search.search(search)).items[0]!.offer.monthlyPriceCents).toBe(130);
    });

    it('hold from their time on, and replace the one before', async () => {
      await rule({ markupPct: '10' });
      await rule({ markupPct: '20', effectiveFrom: addSeconds(world.clock.now(), 3600) });
      expect(await pricesIn()).toEqual([110]);
      world.clock.advance(3599);
      expect(await pricesIn()).toEqual([110]);
      world.clock.advance(1);
      expect(await pricesIn()).toEqual([120]);
    });

    it('are rolled back by deleting them', async () => {
      await rule({ markupPct: '10' });
      world.clock.advance(1);
      const { id } = await rule({ markupPct: '20' });
      await world.numberPrices.remove(OPERATOR, id);
      expect(await pricesIn()).toEqual([110]);
      await expect(world.numberPrices.remove(OPERATOR, id)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('of an account concern no other', async () => {
      await rule({ markupPct: '50' });
      await rule({ accountId: 'acc_2', markupPct: '10' });
      expect(await pricesIn()).toEqual([150]);
      expect(await pricesIn({}, 'relevance', 'acc_2')).toEqual([110]);
    });

    it('cannot take effect at the same time for the same numbers', async () => {
      const { effectiveFrom } = await rule({ country: 'DE' });
      await expect(rule({ country: 'DE', effectiveFrom })).rejects.toMatchObject({ code: 'conflict' });
      await expect(rule({ country: 'FR', effectiveFrom })).resolves.toMatchObject({ country: 'FR' });
    });

    it('say when they are replaced', async () => {
      const first = await rule();
      expect(first.replacedAt).toBeNull();
      const effectiveFrom = addSeconds(world.clock.now(), 60);
      await rule({ effectiveFrom });
      await rule({ effectiveFrom: addSeconds(effectiveFrom, 60) });
      expect((await world.priceRules.get(first.id)).replacedAt).toEqual(effectiveFrom);
      const page = { limit: 10, sort: 'created_at', order: 'asc', after: null } as const;
      expect((await world.priceRules.list({ isReplaced: true }, page)).items).toHaveLength(2);
      expect((await world.priceRules.list({ isReplaced: false }, page)).items).toHaveLength(1);
    });
  });

  it('are previewed for the cheapest numbers that the rule would price', async () => {
    await rule({ country: 'DE', numberType: 'mobile', markupPct: '70' });
    supplier.offers.push(anOffer({ country: 'FR', monthlyPriceCents: 200, e164: '+33970121234' }));
    const preview = await world.numberPrices.preview({
      ...(await rule({ markupPct: '10' })),
      markupPct: '20',
      effectiveFrom: addSeconds(world.clock.now(), 60),
    });
    const line = { supplier: 'fake', numberType: 'geographic' };
    expect(preview).toEqual({
      unavailable: [],
      prices: [
        { ...line, country: 'DE', costCents: 100, priceCents: 110, newPriceCents: 120 },
        { ...line, country: 'FR', costCents: 200, priceCents: 220, newPriceCents: 240 },
      ],
    });
    expect(await pricesIn()).toEqual([110]);
  });

  describe('search', () => {
    const numbered = (index: number, change: Partial<Offer>) => anOffer({ e164: `+493090180${index}`, ...change });

    it('limits and sorts by the price, not by the cost', async () => {
      supplier.offers.splice(
        0,
        1,
        numbered(1, { numberType: 'geographic', monthlyPriceCents: 100 }),
        numbered(2, { numberType: 'mobile', monthlyPriceCents: 110 }),
        numbered(3, { numberType: 'geographic', monthlyPriceCents: 150 }),
        numbered(4, { numberType: 'tollfree', monthlyPriceCents: 10 }),
      );
      await rule({ numberType: 'geographic', markupPct: '100' });
      await rule({ numberType: 'tollfree', minMonthlyCents: 250 });
      expect(await pricesIn({}, 'price')).toEqual([110, 200, 250, 300]);
      expect(await pricesIn({ maxMonthlyPriceCents: 200 }, 'price')).toEqual([110, 200]);
      expect((await pricesIn({ maxMonthlyPriceCents: 250 })).sort()).toEqual([110, 200, 250]);
    });

    it('pages by price without repeats, also when a rule ends between two pages', async () => {
      const types = ['geographic', 'mobile', 'tollfree'] as const;
      supplier.offers.splice(0, 1);
      for (let index = 0; index < 9; index += 1) {
        supplier.offers.push(numbered(index, { numberType: types[index % 3]!, monthlyPriceCents: 100 + index }));
      }
      const { id } = await rule({ numberType: 'mobile', addMonthlyCents: 3 });
      const search = {
        accountId: 'acc_1',
        filters: { ...NO_FILTERS, country: 'DE' },
        sort: 'price',
        limit: 4,
      } as const;
      const first = await world.search.search({ ...search, after: null });
      await world.numberPrices.remove(OPERATOR, id);
      const second = await world.search.search({ ...search, after: first.next });
      const third = await world.search.search({ ...search, after: second.next });
      const found = [first, second, third].flatMap(({ items }) => items.map(({ offer }) => offer.e164));
      expect([found.length, new Set(found).size, third.next]).toEqual([9, 9, null]);
      expect(first.items.map(({ offer }) => offer.monthlyPriceCents)).toEqual([100, 102, 103, 104]);
    });

    it('orders any number of an area within the limit of the price', async () => {
      supplier.offers.push(aCatalogOffer({ monthlyPriceCents: 100 }));
      await rule({ markupPct: '50' });
      const order = (maxMonthlyPriceCents: number) =>
        world.orderNumber.order({
          accountId: 'acc_1',
          actor: ADA,
          operationId: `op_${++operations}`,
          selection: { country: 'DE', numberType: 'geographic', areaCode: '30' },
          maxMonthlyPriceCents,
          route: NO_TERMS,
          complianceBundleId: null,
          customerReference: null,
        });
      await expect(order(149)).rejects.toMatchObject({
        code: 'number_unavailable',
        message: 'No number in area 30 costs at most 149 cents a month. The cheapest costs 150 cents a month.',
      });
      expect(await order(150)).toMatchObject({ monthlyPriceCents: 150, monthlyCostCents: 100 });
    });

    it('shows the lowest prices of countries and areas', async () => {
      supplier.offers.push(anOffer({ country: 'FR', e164: '+33970121234', monthlyPriceCents: 200 }));
      await rule({ country: 'DE', markupPct: '10' });
      await rule({ accountId: 'acc_2', markupPct: '20' });
      const lowest = async (accountId: string) =>
        (await world.catalog.countries(accountId)).map(({ numberTypes }) => numberTypes[0]!.fromMonthlyPriceCents);
      expect(await lowest('acc_1')).toEqual([110, 200]);
      expect(await lowest('acc_2')).toEqual([120, 240]);
      const page = { limit: 10, sort: 'area_code', order: 'asc', after: null } as const;
      const areas = await world.catalog.areas('acc_2', 'DE', { numberType: null, q: null }, page);
      expect(areas.items.map(({ fromMonthlyPriceCents }) => fromMonthlyPriceCents)).toEqual([120]);
    });
  });

  describe('cart and checkout', () => {
    it('sell at the price, and keep the cost with order and number', async () => {
      await rule({ markupPct: '25', addSetupCents: 10 });
      const cart = await addToCart();
      expect(cart.totals).toMatchObject({ monthlyCents: 125, setupCents: 73, totalDueCents: 198 });
      const checkout = await checkOut(198);
      expect(checkout).toMatchObject({ status: 'all_provisioned', chargedCents: 198 });
      const sold = { monthlyPriceCents: 125, setupPriceCents: 73, monthlyCostCents: 100, setupCostCents: 50 };
      expect(await world.storedOrders()).toMatchObject([sold]);
      expect(await world.storedNumbers()).toMatchObject([sold]);
      expect(world.funds.balances.get('acc_1')).toBe(1000 - 198);
    });

    it('show and charge the prices that hold now', async () => {
      await addToCart();
      await rule({ markupPct: '10' });
      expect((await world.carts.get(OWNER)).totals).toMatchObject({ monthlyCents: 110, setupCents: 55 });
      expect(await checkOut()).toMatchObject({ status: 'all_provisioned', chargedCents: 165 });
    });

    it('keep the guard of the price when the price rises after the cart was read', async () => {
      const { totals } = await addToCart();
      await rule({ addMonthlyCents: 1 });
      const checkout = await checkOut(totals.totalDueCents);
      expect(checkout).toMatchObject({ status: 'all_failed', items: [{ errorCode: 'price_changed' }] });
      expect([world.funds.balances.get('acc_1'), await world.storedOrders()]).toEqual([1000, []]);
    });

    it.each([
      [150, 'all_failed', 0],
      [151, 'all_provisioned', 151],
      [null, 'all_provisioned', 151],
    ] as const)(
      'count a rule that takes effect while the supplier responds: at most %s is %s',
      async (maxTotalCents, status, chargedCents) => {
        await addToCart();
        const quote = supplier.quote.bind(supplier);
        supplier.quote = async (...request) => {
          await rule({ addMonthlyCents: 1 });
          return quote(...request);
        };
        expect(await checkOut(maxTotalCents)).toMatchObject({ status, chargedCents });
        expect(world.funds.balances.get('acc_1')).toBe(1000 - chargedCents);
        const numbers = chargedCents > 0 ? [{ monthlyPriceCents: 101, monthlyCostCents: 100 }] : [];
        expect(await world.storedNumbers()).toMatchObject(numbers);
      },
    );

    it('count a rule that takes effect after the quotes, and none after the hold', async () => {
      await addToCart();
      const reach = world.faults.reach.bind(world.faults);
      world.faults.reach = async (point) => {
        world.clock.advance(1);
        if (point === 'checkout.quoted') await rule({ addMonthlyCents: 1 });
        if (point === 'checkout.held') await rule({ addMonthlyCents: 40 });
        return reach(point);
      };
      expect(await checkOut(150)).toMatchObject({ status: 'all_failed', items: [{ errorCode: 'price_changed' }] });
      expect(world.funds.heldCents('acc_1')).toBe(0);
      world.clock.advance(1);
      expect(await checkOut(151)).toMatchObject({ status: 'all_provisioned', chargedCents: 151 });
      expect(await world.storedNumbers()).toMatchObject([{ monthlyPriceCents: 101 }]);
    });

    it('change no order that is placed, nor a number that is sold', async () => {
      supplier.faults.push('vanish');
      await addToCart();
      await expect(checkOut()).rejects.toMatchObject({ code: 'supplier_timeout' });
      await rule({ markupPct: '90' });
      world.clock.advance(120);
      await world.finishPendingOrders.finish();
      expect(await world.storedNumbers()).toMatchObject([{ monthlyPriceCents: 100, setupPriceCents: 50 }]);
    });

    it('take the price of an offer from before costs were kept as its cost', async () => {
      await rule({ markupPct: '10' });
      const offer = { ...atCost(anOffer()), monthlyCostCents: undefined, setupCostCents: undefined };
      const expiresAt = addSeconds(world.clock.now(), 600);
      const token = world.stores.tokens.seal('acc_1', {
        offer: offer as unknown as PricedOffer,
        searchId: 'srch_1',
        expiresAt,
      });
      expect((await addToCart(token)).totals).toMatchObject({ monthlyCents: 110, setupCents: 55 });
      expect((await world.carts.get(OWNER)).totals).toMatchObject({ monthlyCents: 110, setupCents: 55 });
    });
  });
});
