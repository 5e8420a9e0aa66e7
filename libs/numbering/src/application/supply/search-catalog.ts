import {
  addSeconds,
  type Clock,
  fromUnixSeconds,
  invalidFields,
  type Keyset,
  newId,
  unixSeconds,
} from '@trunkline/kernel';
import { fits } from '../../domain/lifecycle/bundle';
import { NumberingErrors } from '../../domain/errors';
import type { Offer } from '../../domain/offer';
import type { Bundles } from '../ports';
import type { SelectTokens } from './select-tokens';
import type { FoundOffer, OfferFilters, SearchSort, SupplierPage } from './supplier';
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
  readonly offer: Offer;
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

interface RankedOffer extends FoundOffer {
  readonly supplier: string;
  /** Position among the rows of its supplier. */
  readonly index: number;
}

interface SupplierResults {
  readonly supplier: string;
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
    private readonly clock: Clock,
  ) {}

  /** Throws `supplier_unavailable` when all suppliers are, and `country_not_supported` when none sells the country. */
  async search(search: CatalogSearch): Promise<CatalogPage> {
    const now = this.clock.now();
    const session = search.after ? resumeSession(search.after, now) : startSession(now);
    const results = await this.query(search, session);
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
      next: hasMore(results, merged, search.limit) ? nextOf(session, merged, results.length > 1) : null,
      items: taken.map(({ offer }) => ({
        offer,
        compatibleBundleIds: bundles.filter((bundle) => fits(bundle, offer)).map(({ id }) => id),
        selectToken: this.tokens.seal(search.accountId, { offer, searchId, expiresAt }),
      })),
    };
  }

  private async query(search: CatalogSearch, { positions }: SearchSession): Promise<SupplierResults[]> {
    const { filters, sort, limit, accountId } = search;
    const pages = await this.suppliers.queryAll((supplier) =>
      supplier.search({ filters, sort, limit, accountId, after: positions[supplier.name] ?? null }),
    );
    return pages.map((page, index) => resultsOf(this.suppliers.all[index]?.name ?? '', page));
  }
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

/** Drops the error of an unavailable supplier, which `health` reports. */
function resultsOf(supplier: string, page: PromiseSettledResult<SupplierPage>): SupplierResults {
  if (page.status === 'rejected') {
    return { supplier, rows: [], isPartial: false, isUnavailable: true, maySellCountry: true };
  }
  const { items, isPartial, isCountrySold: maySellCountry } = page.value;
  const rows = items.map((row, index) => ({ ...row, supplier, index }));
  return { supplier, rows, isPartial, isUnavailable: false, maySellCountry };
}

interface MergedPage {
  readonly taken: readonly RankedOffer[];
  /** Offers taken or left out as repeats. The next page starts after them. */
  readonly passed: readonly RankedOffer[];
}

/**
 * Merges the offers of all suppliers without repeats. Suppliers alternate unless the sort decides. The offers of a supplier
 * keep their order, since its next page starts after the last one taken.
 */
function merge(results: readonly SupplierResults[], search: CatalogSearch, shown: readonly string[]): MergedPage {
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
function hasMore(results: readonly SupplierResults[], { taken, passed }: MergedPage, limit: number): boolean {
  const rowCount = results.reduce((sum, { rows }) => sum + rows.length, 0);
  const mayHaveMore = ({ rows, isPartial, isUnavailable }: SupplierResults) =>
    rows.length === limit || (isPartial && rows.length > 0) || (isUnavailable && taken.length > 0);
  return rowCount > passed.length || results.some(mayHaveMore);
}

function nextOf(session: SearchSession, { taken, passed }: MergedPage, areSeveral: boolean): Keyset {
  const { searchId, expiresAt, positions, shown } = session;
  const last = Object.fromEntries(passed.map(({ supplier, position }) => [supplier, position]));
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

function warningsOf(results: readonly SupplierResults[]): Warning[] {
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
