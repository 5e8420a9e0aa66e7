import { TestClock } from '@trunkline/kernel/testing';
import {
  aCatalogOffer,
  anOffer,
  FakeBundles,
  FakeRegulatoryRequirements,
  FakeSupplier,
  pricesBy,
  testTokens,
  NO_FILTERS,
} from '../../testing';
import type { Bundle } from '../../domain/lifecycle/bundle';
import type { Offer } from '../../domain/offer';
import type { NumberPriceRule } from '../../domain/pricing/price-rule';
import type { Requirements, TypeCoverage } from '../../domain/requirements';
import { Catalog } from './catalog';
import { Coverage } from './coverage';
import { type CatalogSearch, SearchCatalog } from './search-catalog';
import type { OfferFilters } from './supplier';
import { Suppliers } from './suppliers';

const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'DE',
};

const offersOf = (supplier: string, ...prices: number[]): Offer[] =>
  prices.map((monthlyPriceCents, index) =>
    anOffer({ supplier, monthlyPriceCents, e164: `+49309${supplier.length}00${index}` }),
  );

function catalogOf(...suppliers: FakeSupplier[]) {
  const clock = new TestClock();
  const tokens = testTokens();
  const registry = new Suppliers(suppliers);
  const coverage = new Coverage(clock);
  const bundles = new FakeBundles();
  const rules: NumberPriceRule[] = [];
  const prices = pricesBy(rules);
  const search = new SearchCatalog(registry, tokens, bundles, prices, clock);
  const find = (change: Partial<CatalogSearch> = {}) =>
    search.search({ accountId: 'acc_1', filters: FILTERS, sort: 'relevance', limit: 20, after: null, ...change });
  const regulations = new FakeRegulatoryRequirements();
  return {
    clock,
    tokens,
    bundles,
    rules,
    find,
    regulations,
    catalog: new Catalog(registry, coverage, prices, regulations),
  };
}

const numbersOf = (page: { items: readonly { offer: Offer }[] }) => page.items.map(({ offer }) => offer.e164);

describe('SearchCatalog', () => {
  it('adds to each row a token that expires with the search after 30 minutes', async () => {
    const { clock, tokens, find } = catalogOf(new FakeSupplier([anOffer()]));
    const { items, expiresAt, searchId } = await find();
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(1_800_000);
    const token = items[0]!.selectToken;
    expect(tokens.open('acc_1', token, clock.now())).toMatchObject({ offer: { e164: '+4930901820' }, searchId });
    clock.advance(1800);
    expect(() => tokens.open('acc_1', token, clock.now())).toThrow();
  });

  it('alternates between suppliers', async () => {
    const { find } = catalogOf(
      new FakeSupplier(offersOf('a', 1, 2), 'a'),
      new FakeSupplier(offersOf('bb', 3, 4), 'bb'),
    );
    const { items } = await find();
    expect(items.map(({ offer }) => offer.supplier)).toEqual(['a', 'bb', 'a', 'bb']);
  });

  it('sorts the rows of all suppliers by price', async () => {
    const { find } = catalogOf(
      new FakeSupplier(offersOf('a', 1, 4), 'a'),
      new FakeSupplier(offersOf('bb', 2, 3), 'bb'),
    );
    const { items } = await find({ sort: 'price' });
    expect(items.map(({ offer }) => offer.monthlyPriceCents)).toEqual([1, 2, 3, 4]);
  });

  it('shows a number that two suppliers sell once, at the better price', async () => {
    const dear = new FakeSupplier([anOffer({ supplier: 'a', monthlyPriceCents: 200 })], 'a');
    const cheap = new FakeSupplier([anOffer({ supplier: 'bb' })], 'bb');
    const { items } = await catalogOf(dear, cheap).find({ sort: 'price' });
    expect(items.map(({ offer }) => offer.supplier)).toEqual(['bb']);
  });

  it('pages through all suppliers without losing or repeating a row', async () => {
    const suppliers = [
      new FakeSupplier(offersOf('a', 1, 5, 6), 'a'),
      new FakeSupplier(offersOf('bb', 2, 3, 4, 7), 'bb'),
    ];
    const { find } = catalogOf(...suppliers);
    const prices: number[] = [];
    let page = await find({ sort: 'price', limit: 2 });
    const { searchId } = page;
    for (let pages = 0; pages < 10; pages++) {
      prices.push(...page.items.map(({ offer }) => offer.monthlyPriceCents));
      if (!page.next) break;
      page = await find({ sort: 'price', limit: 2, after: page.next });
      expect(page.searchId).toBe(searchId);
    }
    expect(prices).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('rejects the cursor of an expired search', async () => {
    const { clock, find } = catalogOf(new FakeSupplier(offersOf('a', 1, 2), 'a'));
    const { next } = await find({ limit: 1 });
    clock.advance(1800);
    await expect(find({ limit: 1, after: next })).rejects.toMatchObject({ fields: { cursor: expect.any(String) } });
  });

  it('omits an unavailable supplier, with a warning', async () => {
    const away = new FakeSupplier(offersOf('a', 1), 'a');
    away.isUnavailable = true;
    const page = await catalogOf(away, new FakeSupplier(offersOf('bb', 2), 'bb')).find();
    expect(numbersOf(page)).toHaveLength(1);
    expect(page.warnings).toEqual([expect.objectContaining({ code: 'supplier_unavailable' })]);
  });

  it('throws supplier_unavailable when all suppliers are unavailable', async () => {
    const away = new FakeSupplier();
    away.isUnavailable = true;
    await expect(catalogOf(away).find()).rejects.toMatchObject({ code: 'supplier_unavailable' });
  });

  it('distinguishes an empty result from a country that no supplier sells', async () => {
    const { find } = catalogOf(new FakeSupplier([anOffer()]));
    expect(numbersOf(await find({ filters: { ...FILTERS, areaCode: '89' } }))).toEqual([]);
    await expect(find({ filters: { ...FILTERS, country: 'FR' } })).rejects.toMatchObject({
      code: 'country_not_supported',
    });
  });

  it('names the approved bundles that fit each row', async () => {
    const { bundles, find } = catalogOf(
      new FakeSupplier([anOffer({ numberType: 'geographic' }), anOffer({ numberType: 'mobile', e164: '+49151' })]),
    );
    const add = (id: string, change: Partial<Bundle>) =>
      bundles.bundles.set(id, { id, status: 'approved', country: 'DE', numberType: null, validUntil: null, ...change });
    add('cb_any', {});
    add('cb_mobile', { numberType: 'mobile' });
    add('cb_other', { excludedNumberTypes: ['geographic', 'mobile'] });
    add('cb_draft', { status: 'draft' });
    add('cb_french', { country: 'FR' });
    add('cb_old', { validUntil: new Date(0) });
    const { items } = await find();
    expect(items.map(({ compatibleBundleIds }) => compatibleBundleIds)).toEqual([['cb_any'], ['cb_any', 'cb_mobile']]);
  });

  it('shows live rows, catalog rows, or both', async () => {
    const { find } = catalogOf(new FakeSupplier([anOffer(), aCatalogOffer()]));
    const of = async (source: OfferFilters['source']) => numbersOf(await find({ filters: { ...FILTERS, source } }));
    expect(await of('all')).toEqual(['+4930901820', null]);
    expect(await of('live')).toEqual(['+4930901820']);
    expect(await of('availability')).toEqual([null]);
  });
});

/** Reports no prices of countries and areas, as Telnyx does. */
class PricelessSupplier extends FakeSupplier {
  override async countries() {
    const unpriced = (type: TypeCoverage) => ({ ...type, fromMonthlyPriceCents: null });
    return (await super.countries()).map((row) => ({ ...row, numberTypes: row.numberTypes.map(unpriced) }));
  }

  override async areas(country: string) {
    return (await super.areas(country)).map((area) => ({ ...area, fromMonthlyPriceCents: null }));
  }
}

describe('Catalog', () => {
  const page = { limit: 2, sort: 'area_code', order: 'asc' as const, after: null };
  const areaOffers = ['30', '40', '89'].map((areaCode) => anOffer({ areaCode, city: `City ${areaCode}`, region: 'R' }));

  it('merges the countries of all suppliers at the lower price', async () => {
    const { catalog } = catalogOf(
      new FakeSupplier([anOffer({ monthlyPriceCents: 300 })], 'a'),
      new FakeSupplier([anOffer(), anOffer({ country: 'AT' })], 'bb'),
    );
    const countries = await catalog.countries('acc_1');
    expect(countries.map(({ country, numberTypes }) => [country, numberTypes[0]!.fromMonthlyPriceCents])).toEqual([
      ['AT', 100],
      ['DE', 100],
    ]);
  });

  it.each([
    [[], null],
    [[new FakeSupplier([anOffer({ monthlyPriceCents: 300 })], 'bb')], 300],
  ])('leaves out suppliers without prices: %#', async (others, price) => {
    const { catalog } = catalogOf(
      new PricelessSupplier([anOffer()], 'a'),
      ...others,
      new PricelessSupplier([anOffer()]),
    );
    const [country] = await catalog.countries('acc_1');
    expect(country!.numberTypes[0]!.fromMonthlyPriceCents).toBe(price);
    const areas = await catalog.areas('acc_1', 'DE', { numberType: null, q: null }, page);
    expect(areas.items.map((area) => area.fromMonthlyPriceCents)).toEqual([price]);
  });

  it('pages through areas, each once', async () => {
    const { catalog } = catalogOf(new FakeSupplier(areaOffers, 'a'), new FakeSupplier(areaOffers, 'bb'));
    const all = { numberType: null, q: null };
    const first = await catalog.areas('acc_1', 'DE', all, page);
    const second = await catalog.areas('acc_1', 'DE', all, { ...page, after: first.next });
    expect([...first.items, ...second.items].map(({ areaCode }) => areaCode)).toEqual(['30', '40', '89']);
    expect(second.next).toBeNull();
  });

  it.each([
    ['4', ['40']],
    ['city 8', ['89']],
    ['r', ['30', '40']],
    ['nowhere', []],
  ])('finds areas by "%s"', async (q, codes) => {
    const { catalog } = catalogOf(new FakeSupplier(areaOffers));
    const { items } = await catalog.areas('acc_1', 'DE', { numberType: null, q }, page);
    expect(items.map(({ areaCode }) => areaCode)).toEqual(codes);
  });

  it('rejects the areas and requirements of a country that no supplier sells', async () => {
    const { catalog } = catalogOf(new FakeSupplier([anOffer()]));
    const all = { numberType: null, q: null };
    await expect(catalog.areas('acc_1', 'FR', all, page)).rejects.toMatchObject({ code: 'not_found' });
    await expect(catalog.requirements('FR', 'mobile', null)).rejects.toMatchObject({ code: 'country_not_supported' });
  });

  it('does not report a country as unsold while a supplier is unavailable', async () => {
    const away = new FakeSupplier([anOffer({ country: 'FR' })], 'away');
    const { catalog } = catalogOf(away, new FakeSupplier([anOffer()], 'bb'));
    away.isUnavailable = true;
    const unavailable = { code: 'supplier_unavailable' };
    await expect(catalog.areas('acc_1', 'FR', { numberType: null, q: null }, page)).rejects.toMatchObject(unavailable);
    await expect(catalog.requirements('FR', 'geographic', null)).rejects.toMatchObject(unavailable);
    await expect(catalog.requirements('DE', 'geographic', null)).resolves.toMatchObject({ country: 'DE' });
  });

  it('names the field when the country requires another kind of end user', async () => {
    const { catalog, regulations } = catalogOf(new FakeSupplier([anOffer({ requiresActivation: true })]));
    const ofBusinesses = { ...regulations.find('DE', 'geographic'), endUserKinds: ['business'] as const };
    regulations.known.push(ofBusinesses);
    await expect(catalog.requirements('DE', 'geographic', 'business')).resolves.toMatchObject({ country: 'DE' });
    await expect(catalog.requirements('DE', 'geographic', 'person')).rejects.toMatchObject({
      fields: { end_user_kind: expect.any(String) },
    });
  });

  describe('requirements', () => {
    const GERMAN: Requirements = {
      country: 'DE',
      numberType: 'geographic',
      requiresActivation: true,
      endUserKinds: ['person', 'business'],
      requiredFields: [{ field: 'first_name', reason: 'Name of the end user.' }],
      address: 'local',
      documents: [],
      restrictions: [],
      typicalReviewHours: 72,
    };

    const CONDITION = { type: 'service', message: 'No SMS.', complianceCode: null } as const;
    const sellerOf = (requiresActivation: boolean) =>
      new FakeSupplier([anOffer({ requiresActivation, restrictions: [CONDITION] })]);

    it.each([true, false])(
      'are those of the country, whether the supplier needs documents or not: %s',
      async (requiresActivation) => {
        const { catalog, regulations } = catalogOf(sellerOf(requiresActivation));
        regulations.known.push(GERMAN);
        const found = await catalog.requirements('DE', 'geographic', 'person');
        expect(found).toEqual({ ...GERMAN, requiresActivation });
      },
    );

    it('add the restrictions of the supplier where the country requires nothing', async () => {
      const { catalog, regulations } = catalogOf(sellerOf(true));
      regulations.known.push({ ...GERMAN, requiresActivation: false, requiredFields: [], address: 'none' });
      const found = await catalog.requirements('DE', 'geographic', null);
      expect(found).toMatchObject({ requiresActivation: true, requiredFields: [], restrictions: [CONDITION] });
    });

    it('are those of compliance, not of the supplier, where the requirements are unknown', async () => {
      const { catalog, regulations } = catalogOf(sellerOf(true));
      const found = await catalog.requirements('DE', 'geographic', null);
      const checked = regulations.find('DE', 'geographic');
      expect(found).toEqual({ ...checked, restrictions: [CONDITION] });
    });
  });

  it('throws supplier_unavailable when all suppliers are unavailable', async () => {
    const away = new FakeSupplier();
    away.isUnavailable = true;
    await expect(catalogOf(away).catalog.countries('acc_1')).rejects.toMatchObject({ code: 'supplier_unavailable' });
  });
});
