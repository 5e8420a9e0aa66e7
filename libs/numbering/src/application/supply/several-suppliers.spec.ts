import { setTimeout as pause } from 'node:timers/promises';
import { TestClock } from '@trunkline/kernel/testing';
import type { Offer } from '../../domain/offer';
import { anOffer, FakeBundles, FakeSupplier, pricesBy, testTokens, NO_FILTERS } from '../../testing';
import { type CatalogSearch, SearchCatalog } from './search-catalog';
import type { FoundOffer, OfferFilters, SupplierPage } from './supplier';
import { Suppliers } from './suppliers';

const PATIENCE_MS = 60;
const FILTERS: OfferFilters = {
  ...NO_FILTERS,
  country: 'DE',
};

const numbered = (supplier: string, e164: string, monthlyPriceCents = 100): Offer =>
  anOffer({ supplier, e164: `+4930${e164}`, monthlyPriceCents });

/** Never answers, or only long after the timeout. */
class SlowSupplier extends FakeSupplier {
  override search = (): Promise<SupplierPage> => new Promise(() => undefined);
  override countries = (): Promise<never> => new Promise(() => undefined);
}

/** Has looked through a part of its stock at a time. */
class PartialSupplier extends FakeSupplier {
  override async search(search: Parameters<FakeSupplier['search']>[0]): Promise<SupplierPage> {
    return { ...(await super.search({ ...search, limit: 2 })), isPartial: true };
  }
}

/** Returns rows in its own order and ignores the requested one. */
class UnsortedSupplier extends FakeSupplier {
  override async search({ after, limit }: Parameters<FakeSupplier['search']>[0]): Promise<SupplierPage> {
    const rows = this.offers.map((offer, index): FoundOffer => ({ offer, position: String(index) }));
    return Promise.resolve({
      items: rows.slice(after === null ? 0 : Number(after) + 1).slice(0, limit),
      isPartial: false,
      isCountrySold: true,
    });
  }
}

/** Answers a search at once, and takes long to list what it sells everywhere. */
class SlowLister extends FakeSupplier {
  override countries = (): Promise<never> => new Promise(() => undefined);
}

/** Takes longer than several suppliers would wait, and answers. */
class LateSupplier extends FakeSupplier {
  override async search(search: Parameters<FakeSupplier['search']>[0]): Promise<SupplierPage> {
    await pause(4 * PATIENCE_MS);
    return super.search(search);
  }
}

function searchOf(...suppliers: FakeSupplier[]) {
  return searchWith(PATIENCE_MS, ...suppliers);
}

function searchWith(timeoutMs: number | undefined, ...suppliers: FakeSupplier[]) {
  const registry = new Suppliers(suppliers, timeoutMs);
  const clock = new TestClock();
  const search = new SearchCatalog(registry, testTokens(), new FakeBundles(), pricesBy(), clock);
  const find = (change: Partial<CatalogSearch> = {}) =>
    search.search({ accountId: 'acc_1', filters: FILTERS, sort: 'relevance', limit: 2, after: null, ...change });
  const findAll = async (change: Partial<CatalogSearch> = {}, before: (page: number) => unknown = () => undefined) => {
    const pages = [];
    for (let number = 1, after: CatalogSearch['after'] = null; number < 30; number += 1) {
      before(number);
      const page = await find({ ...change, after });
      pages.push(page);
      after = page.next;
      if (!after) break;
    }
    return { pages, numbers: pages.flatMap(({ items }) => items.map(({ offer }) => offer.e164?.slice(5))) };
  };
  return { find, findAll };
}

describe('a search of several suppliers', () => {
  const stocked = (name: string, ...e164s: string[]) =>
    new FakeSupplier(
      e164s.map((e164) => numbered(name, e164)),
      name,
    );

  it('shows a number of two suppliers once, even on different pages', async () => {
    const first = new FakeSupplier([numbered('a', '111', 100), numbered('a', '222', 200)], 'a');
    const second = new FakeSupplier(
      [150, 250, 300].map((price, index) => numbered('b', ['333', '444', '111'][index]!, price)),
      'b',
    );
    const { numbers, pages } = await searchOf(first, second).findAll({ sort: 'price' });
    expect(numbers).toEqual(['111', '333', '222', '444']);
    expect(pages.length).toBeGreaterThan(1);
  });

  it('returns the same page again', async () => {
    const { find } = searchOf(stocked('a', '111', '222', '333'), stocked('b', '444', '555', '666'));
    const { next } = await find();
    const once = await find({ after: next });
    const again = await find({ after: next });
    expect(again.items.map(({ offer }) => offer)).toEqual(once.items.map(({ offer }) => offer));
    expect(again.next).toEqual(once.next);
  });

  it('prefers the supplier listed first for the same number', async () => {
    const { items } = await searchOf(stocked('b', '111'), stocked('a', '111')).find({ sort: 'price' });
    expect(items.map(({ offer }) => offer.supplier)).toEqual(['b']);
  });

  it('returns every row once from a supplier with its own order', async () => {
    const wild = new UnsortedSupplier(
      ['900', '100', '500', '200'].map((e164) => numbered('a', e164)),
      'a',
    );
    const { numbers } = await searchOf(wild, stocked('b', '050', '950')).findAll({ sort: 'e164' });
    expect(numbers.toSorted()).toEqual(['050', '100', '200', '500', '900', '950']);
  });

  it('continues after the rows that a supplier has scanned, to its end', async () => {
    const partial = new PartialSupplier(
      ['111', '222', '333', '444', '555'].map((e164) => numbered('a', e164)),
      'a',
    );
    const { numbers } = await searchOf(partial, stocked('b', '999')).findAll({ limit: 10 });
    expect(numbers.toSorted()).toEqual(['111', '222', '333', '444', '555', '999']);
  });

  it('returns the rows of a supplier after it was unavailable for a page', async () => {
    const steady = stocked('a', '111', '222', '333', '444');
    const shaky = stocked('b', '555', '666', '777');
    const { numbers, pages } = await searchOf(steady, shaky).findAll({}, (page) => (shaky.isUnavailable = page === 2));
    expect(numbers.toSorted()).toEqual(['111', '222', '333', '444', '555', '666', '777']);
    expect(pages.map(({ warnings }) => warnings.map(({ code }) => code))[1]).toEqual(['supplier_unavailable']);
  });

  it('also returns them when all other suppliers are exhausted', async () => {
    const steady = stocked('a', '111');
    const shaky = stocked('b', '555', '666', '777');
    const { numbers } = await searchOf(steady, shaky).findAll({}, (page) => (shaky.isUnavailable = page === 1));
    expect(numbers.toSorted()).toEqual(['111', '555', '666', '777']);
  });

  it('ends when the supplier stays unavailable', async () => {
    const steady = stocked('a', '111', '222', '333');
    const dead = stocked('b', '555');
    dead.isUnavailable = true;
    const { numbers, pages } = await searchOf(steady, dead).findAll();
    expect(numbers).toEqual(['111', '222', '333']);
    expect(pages).toHaveLength(3);
    expect(pages.at(-1)!.items).toEqual([]);
    expect(pages.at(-1)!.warnings).toEqual([expect.objectContaining({ code: 'supplier_unavailable' })]);
  });

  it('waits for a slow supplier up to a limit, and warns that it is unavailable', async () => {
    const began = performance.now();
    const page = await searchOf(new SlowSupplier([], 'slow'), stocked('b', '555')).find();
    expect(performance.now() - began).toBeLessThan(3000);
    expect(page.items.map(({ offer }) => offer.supplier)).toEqual(['b']);
    expect(page.warnings).toEqual([expect.objectContaining({ code: 'supplier_unavailable' })]);
  });

  it('is unavailable when all are slow', async () => {
    const { find } = searchOf(new SlowSupplier([], 'slow'), new SlowSupplier([], 'slower'));
    await expect(find()).rejects.toMatchObject({ code: 'supplier_unavailable' });
  });

  it('reports no country as unsold while a supplier is unavailable', async () => {
    const page = await searchOf(stocked('a', '111'), new SlowSupplier([], 'slow')).find({
      filters: { ...FILTERS, country: 'FR' },
    });
    expect([page.items, page.next]).toEqual([[], null]);
  });
});

describe('a search of a single supplier', () => {
  const elapsed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  it('returns an empty page as soon as the supplier has found nothing, without waiting for its countries', async () => {
    const { find } = searchWith(undefined, new SlowLister([numbered('a', '111')], 'a'));
    const empty = { filters: { ...FILTERS, areaCode: '89' } };
    expect(await elapsed(async () => expect((await find(empty)).items).toEqual([]))).toBeLessThan(3000);
  });

  it('returns country_not_supported as soon as the supplier has answered', async () => {
    const { find } = searchWith(undefined, new SlowLister([numbered('a', '111')], 'a'));
    const unsold = find({ filters: { ...FILTERS, country: 'FR' } });
    const fails = () => expect(unsold).rejects.toMatchObject({ code: 'country_not_supported' });
    expect(await elapsed(fails)).toBeLessThan(3000);
  });

  it('pages to the end without repeating a request', async () => {
    const { findAll } = searchWith(
      undefined,
      new SlowLister(
        ['111', '222', '333'].map((e164) => numbered('a', e164)),
        'a',
      ),
    );
    const took = await elapsed(async () => expect((await findAll()).numbers).toEqual(['111', '222', '333']));
    expect(took).toBeLessThan(3000);
  });

  it('waits for the only supplier without a limit', async () => {
    const { items, warnings } = await searchOf(new LateSupplier([numbered('a', '111')], 'a')).find();
    expect([items.length, warnings]).toEqual([1, []]);
  });
});
