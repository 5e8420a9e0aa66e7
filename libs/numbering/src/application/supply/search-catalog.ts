import {
  addSeconds,
  type Clock,
  fromUnixSeconds,
  invalidFields,
  type Keyset,
  newId,
  NUMBER_TYPES,
  type NumberType,
  unixSeconds,
} from '@trunkline/kernel';
import { fits } from '../../domain/lifecycle/bundle';
import { NumberingErrors } from '../../domain/errors';
import type { Offer, PricedOffer } from '../../domain/offer';
import type { PriceList } from '../../domain/pricing/price-list';
import type { Bundles } from '../ports';
import type { PriceLists } from '../pricing/price-lists';
import type { SelectTokens } from './select-tokens';
import type { FoundOffer, NumberSupplier, OfferFilters, SearchSort, SupplierPage } from './supplier';
import type { Suppliers } from './suppliers';

/** Lifetime of a search and of its select tokens (docs/numbers.md#catalog). */
const SEARCH_SECONDS = 30 * 60;

export interface CatalogSearch {
  readonly accountId: string;
  readonly filters: OfferFilters;
  readonly sort: SearchSort;
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after: Keyset | null;
}

export interface CatalogRow {
  readonly offer: PricedOffer;
  /** The account's approved bundles that match the offer. */
  readonly compatibleBundleIds: readonly string[];
  readonly selectToken: string;
}

export const CATALOG_WARNINGS = ['supplier_unavailable', 'partial_results'] as const;

export interface Warning {
  readonly code: (typeof CATALOG_WARNINGS)[number];
  readonly message: string;
}

export interface CatalogPage {
  readonly searchId: string;
  readonly expiresAt: Date;
  readonly items: readonly CatalogRow[];
  readonly next: Keyset | null;
  readonly warnings: readonly Warning[];
}

/** How many numbers of earlier pages a cursor carries, to leave out repeats of several suppliers. */
const SHOWN_MAX = 300;
/** Radix of the numbers in cursors. */
const SHOWN_RADIX = 36;

/** The state of a search between its pages. */
interface SearchSession {
  readonly searchId: string;
  readonly expiresAt: Date;
  readonly positions: Readonly<Record<string, string | null>>;
  /** The last numbers of the previous pages. */
  readonly shown: readonly string[];
}

/** A session in a cursor. */
interface SerializedSession {
  readonly expires: number;
  readonly positions: SearchSession['positions'];
  readonly shown: string;
}

/**
 * A list of rows in one order: those of a supplier, or of one number type of it. Rules that price the types differently would
 * break the order by price, and the limit of the price, in a list of all types.
 */
interface Source {
  /** Names it in cursors. */
  readonly key: string;
  readonly numberType: NumberType | null;
}

interface RankedOffer extends FoundOffer {
  readonly offer: PricedOffer;
  /** Key of its source. */
  readonly source: string;
  /** Position among the rows of its source. */
  readonly index: number;
}

interface SourceResults {
  readonly rows: readonly RankedOffer[];
  readonly isPartial: boolean;
  readonly isUnavailable: boolean;
  /** True when the supplier is unavailable. */
  readonly maySellCountry: boolean;
}

/** Searches all suppliers and merges their offers. An unavailable supplier adds a warning to the page. */
export class SearchCatalog {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly tokens: SelectTokens,
    private readonly bundles: Bundles,
    private readonly prices: PriceLists,
    private readonly clock: Clock,
  ) {}

  /** Throws `supplier_unavailable` when all suppliers are, and `country_not_supported` when none sells the country. */
  async search(search: CatalogSearch): Promise<CatalogPage> {
    const now = this.clock.now();
    const session = search.after ? resumeSession(search.after, now) : startSession(now);
    const prices = await this.prices.of(search.accountId);
    const results = await this.query(search, session, prices);
    if (results.every(({ isUnavailable }) => isUnavailable)) throw NumberingErrors.supplier_unavailable();
    const merged = merge(results, search, session.shown);
    const { taken } = merged;
    if (!search.after && !results.some(({ maySellCountry }) => maySellCountry)) throw countryNotSupported();
    const { searchId, expiresAt } = session;
    const bundles = await this.bundles.listApproved(search.accountId, search.filters.country, now);
    return {
      searchId,
      expiresAt,
      warnings: warningsOf(results),
      next: hasMore(results, merged, search.limit) ? nextOf(session, merged, this.suppliers.all.length > 1) : null,
      items: taken.map(({ offer }) => ({
        offer,
        compatibleBundleIds: bundles.filter((bundle) => fits(bundle, offer)).map(({ id }) => id),
        selectToken: this.tokens.seal(search.accountId, { offer, searchId, expiresAt }),
      })),
    };
  }

  private async query(search: CatalogSearch, session: SearchSession, prices: PriceList): Promise<SourceResults[]> {
    const responses = await this.suppliers.queryAll((supplier) =>
      Promise.all(
        sourcesOf(search, session, supplier, prices).map((source) =>
          querySource(search, { supplier, source, session, prices }),
        ),
      ),
    );
    return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : UNAVAILABLE));
  }
}

/** The error of an unavailable supplier is dropped, because `health` reports it. */
const UNAVAILABLE: SourceResults = { rows: [], isPartial: false, isUnavailable: true, maySellCountry: true };

/** A search keeps its sources when a rule takes effect between its pages, so that no row is returned again. */
function sourcesOf(
  { filters, sort, accountId }: CatalogSearch,
  { positions }: SearchSession,
  { name }: NumberSupplier,
  prices: PriceList,
): Source[] {
  const { country, numberType, maxMonthlyPriceCents } = filters;
  const all = [{ key: name, numberType }];
  const byType = NUMBER_TYPES.map((type) => ({ key: `${name}:${type}`, numberType: type }));
  if (name in positions) return all;
  if (byType.some(({ key }) => key in positions)) return byType;
  const dependsOnPrices = sort === 'price' || maxMonthlyPriceCents !== null;
  const isOne =
    numberType !== null || !dependsOnPrices || prices.pricesTypesAlike({ accountId, supplier: name, country });
  return isOne ? all : byType;
}

interface SourceQuery {
  readonly supplier: NumberSupplier;
  readonly source: Source;
  readonly session: SearchSession;
  readonly prices: PriceList;
}

/** The supplier filters and sorts by cost, of which the price is a function that never falls. */
async function querySource(
  { filters, sort, limit, accountId }: CatalogSearch,
  { supplier, source: { key, numberType }, session, prices }: SourceQuery,
): Promise<SourceResults> {
  const { maxMonthlyPriceCents: maxPriceCents, country } = filters;
  const product = { accountId, supplier: supplier.name, country, numberType: numberType ?? NUMBER_TYPES[0] };
  const maxCostCents = maxPriceCents === null ? null : prices.highestMonthlyCost(product, maxPriceCents);
  const page = await supplier.search({
    filters: { ...filters, numberType, maxMonthlyPriceCents: maxCostCents },
    sort,
    limit,
    accountId,
    after: session.positions[key] ?? null,
  });
  return resultsOf(key, page, (offer) => prices.price(accountId, offer));
}

/** A country that is sold out is an empty page; a country that no supplier sells is an error. */
function countryNotSupported(): Error {
  return NumberingErrors.country_not_supported({ fields: { country: 'is not sold by any supplier' } });
}

function startSession(now: Date): SearchSession {
  return { searchId: newId('srch'), expiresAt: addSeconds(now, SEARCH_SECONDS), positions: {}, shown: [] };
}

/** Reads the session from a cursor, which the API seals and binds to the filters. */
function resumeSession({ key, id }: Keyset, now: Date): SearchSession {
  const { expires, positions, shown } = JSON.parse(String(key)) as SerializedSession;
  const expiresAt = fromUnixSeconds(expires);
  if (now >= expiresAt) throw invalidFields({ cursor: 'belongs to a search that has expired' });
  return { searchId: id, expiresAt, positions, shown: unpack(shown) };
}

function resultsOf(
  source: string,
  { items, isPartial, isCountrySold: maySellCountry }: SupplierPage,
  priced: (offer: Offer) => PricedOffer,
): SourceResults {
  const rows = items.map(({ offer, position }, index) => ({ offer: priced(offer), position, source, index }));
  return { rows, isPartial, isUnavailable: false, maySellCountry };
}

interface MergedPage {
  readonly taken: readonly RankedOffer[];
  /** Offers taken or left out as repeats. The next page starts after them. */
  readonly passed: readonly RankedOffer[];
}

/**
 * Merges the offers of all sources without repeats. Sources alternate unless the sort decides. The offers of a source keep
 * their order, since its next page starts after the last one taken.
 */
function merge(results: readonly SourceResults[], search: CatalogSearch, shown: readonly string[]): MergedPage {
  const { sort, limit } = search;
  const taken: RankedOffer[] = [];
  const passed: RankedOffer[] = [];
  const seen = new Set(shown);
  const queues = results.map(({ rows }) => [...rows]);
  while (taken.length < limit) {
    const row = takeFirst(queues, ORDERS[sort]);
    if (!row) break;
    passed.push(row);
    if (row.offer.e164 !== null && seen.has(row.offer.e164)) continue;
    if (row.offer.e164 !== null) seen.add(row.offer.e164);
    taken.push(row);
  }
  return { taken, passed };
}

/** Removes and returns the first of the heads of all queues; of equal heads, that of the preferred supplier. */
function takeFirst(
  queues: readonly RankedOffer[][],
  order: (a: RankedOffer, b: RankedOffer) => number,
): RankedOffer | undefined {
  let best: RankedOffer[] | undefined;
  for (const queue of queues) {
    const [head] = queue;
    if (head && (!best?.[0] || order(head, best[0]) < 0)) best = queue;
  }
  return best?.shift();
}

const ORDERS: Readonly<Record<SearchSort, (a: RankedOffer, b: RankedOffer) => number>> = {
  relevance: (a, b) => a.index - b.index,
  price: (a, b) => a.offer.monthlyPriceCents - b.offer.monthlyPriceCents || a.index - b.index,
  e164: (a, b) => compareText(labelOf(a.offer), labelOf(b.offer)),
};

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const labelOf = ({ e164, placeholder }: Offer) => e164 ?? placeholder;

/**
 * Returns whether there is a next page. An unavailable or partial supplier may have more rows, but a page without rows is
 * always the last one, so that clients stop.
 */
function hasMore(results: readonly SourceResults[], { taken, passed }: MergedPage, limit: number): boolean {
  const rowCount = results.reduce((sum, { rows }) => sum + rows.length, 0);
  const mayHaveMore = ({ rows, isPartial, isUnavailable }: SourceResults) =>
    rows.length === limit || (isPartial && rows.length > 0) || (isUnavailable && taken.length > 0);
  return rowCount > passed.length || results.some(mayHaveMore);
}

function nextOf(session: SearchSession, { taken, passed }: MergedPage, areSeveral: boolean): Keyset {
  const { searchId, expiresAt, positions, shown } = session;
  const last = Object.fromEntries(passed.map(({ source, position }) => [source, position]));
  const numbers = areSeveral ? [...shown, ...taken.flatMap(({ offer }) => offer.e164 ?? [])] : [];
  const serialized: SerializedSession = {
    expires: unixSeconds(expiresAt),
    positions: { ...positions, ...last },
    shown: pack(numbers.slice(-SHOWN_MAX)),
  };
  return { key: JSON.stringify(serialized), id: searchId };
}

function pack(e164s: readonly string[]): string {
  return e164s.map((e164) => Number(e164.slice(1)).toString(SHOWN_RADIX)).join(' ');
}

function unpack(text: string): string[] {
  return text === '' ? [] : text.split(' ').map((number) => `+${parseInt(number, SHOWN_RADIX)}`);
}

function warningsOf(results: readonly SourceResults[]): Warning[] {
  const warnings: Warning[] = [];
  if (results.some(({ isUnavailable }) => isUnavailable)) {
    warnings.push({
      code: 'supplier_unavailable',
      message: 'A supplier is unavailable. Its numbers are missing.',
    });
  }
  if (results.some(({ isPartial }) => isPartial)) {
    warnings.push({ code: 'partial_results', message: 'A supplier searched only part of its stock.' });
  }
  return warnings;
}
