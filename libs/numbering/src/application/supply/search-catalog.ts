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
import type { Offer } from '../../domain/supply/offer';
import type { Bundles, SelectTokens } from '../ports';
import type { FoundOffer, OfferFilters, SearchSort, SupplierPage } from './supplier';
import type { Suppliers } from './suppliers';

/** Contract, section 5: `expires_at` = +30 min; every select token of the search dies then. */
const SEARCH_SECONDS = 30 * 60;

export interface CatalogSearch {
  readonly accountId: string;
  readonly filters: OfferFilters;
  readonly sort: SearchSort;
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after: Keyset | null;
}

export interface CatalogRow {
  readonly offer: Offer;
  /** The account's approved bundles that fit it. */
  readonly compatibleBundleIds: readonly string[];
  readonly selectToken: string;
}

export interface Warning {
  readonly code: 'supplier_unavailable' | 'partial_results';
  readonly message: string;
}

export interface CatalogPage {
  readonly searchId: string;
  readonly expiresAt: Date;
  readonly items: readonly CatalogRow[];
  readonly next: Keyset | null;
  readonly warnings: readonly Warning[];
}

/** Of several suppliers, a number that was shown is not shown again among so many that follow it. */
const SHOWN_MAX = 300;
/** Numbers in cursors: 15 digits at most, written short. */
const SHOWN_RADIX = 36;

/** One search through its pages: each supplier goes on where its last row was taken. */
interface Session {
  readonly searchId: string;
  readonly expiresAt: Date;
  readonly positions: Readonly<Record<string, string | null>>;
  /** The numbers of the pages before, the last ones. */
  readonly shown: readonly string[];
}

/** A session as a cursor carries it. */
interface CarriedSession {
  readonly expires: number;
  readonly positions: Session['positions'];
  readonly shown: string;
}

interface Found extends FoundOffer {
  readonly supplier: string;
  /** Its place among its supplier's rows. */
  readonly index: number;
}

interface Answer {
  readonly supplier: string;
  readonly rows: readonly Found[];
  readonly isPartial: boolean;
  readonly isAway: boolean;
  /** A supplier that is away may sell it. */
  readonly maySellCountry: boolean;
}

/** GET /catalog/search: all suppliers at once, merged; one that is away costs a warning, not the page. */
export class SearchCatalog {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly tokens: SelectTokens,
    private readonly bundles: Bundles,
    private readonly clock: Clock,
  ) {}

  /** Throws `supplier_unavailable` when all are away, `country_not_supported` when none sells the country. */
  async execute(search: CatalogSearch): Promise<CatalogPage> {
    const now = this.clock.now();
    const session = search.after ? resume(search.after, now) : begin(now);
    const answers = await this.ask(search, session);
    if (answers.every(({ isAway }) => isAway)) throw NumberingErrors.supplier_unavailable();
    const merged = merge(answers, search, session.shown);
    const { taken } = merged;
    // The answers themselves tell: a question of its own would wait for a supplier that has nothing more to say.
    if (!search.after && !answers.some(({ maySellCountry }) => maySellCountry)) throw unsoldCountry();
    const { searchId, expiresAt } = session;
    // One question for the whole page, whose rows are all of one country.
    const bundles = await this.bundles.listApproved(search.accountId, search.filters.country, now);
    return {
      ...{ searchId, expiresAt, warnings: warningsOf(answers) },
      next: hasMore(answers, merged, search.limit) ? nextOf(session, merged, answers.length > 1) : null,
      items: taken.map(({ offer }) => ({
        offer,
        compatibleBundleIds: bundles.filter((bundle) => fits(bundle, offer)).map(({ id }) => id),
        selectToken: this.tokens.seal(search.accountId, { offer, searchId, expiresAt }),
      })),
    };
  }

  private async ask({ filters, sort, limit, accountId }: CatalogSearch, { positions }: Session): Promise<Answer[]> {
    const pages = await this.suppliers.askAll((supplier) =>
      supplier.search({ filters, sort, limit, accountId, after: positions[supplier.name] ?? null }),
    );
    return pages.map((page, index) => answerOf(this.suppliers.all[index]?.name ?? '', page));
  }
}

/** A country where everything is sold out is an empty page; one that no supplier sells is an error. */
function unsoldCountry(): Error {
  return NumberingErrors.country_not_supported({ fields: { country: 'is not sold by any supplier' } });
}

function begin(now: Date): Session {
  return { searchId: newId('srch'), expiresAt: addSeconds(now, SEARCH_SECONDS), positions: {}, shown: [] };
}

/** The cursor carries the session; it is sealed and bound to the filters at the edge. */
function resume({ key, id }: Keyset, now: Date): Session {
  const { expires, positions, shown } = JSON.parse(String(key)) as CarriedSession;
  const expiresAt = fromUnixSeconds(expires);
  if (now >= expiresAt) throw invalidFields({ cursor: 'belongs to a search that has expired' });
  return { searchId: id, expiresAt, positions, shown: unpacked(shown) };
}

/** What went wrong is not told here: the warning tells that something has, and `health` why. */
function answerOf(supplier: string, page: PromiseSettledResult<SupplierPage>): Answer {
  if (page.status === 'rejected') return { supplier, rows: [], isPartial: false, isAway: true, maySellCountry: true };
  const { items, isPartial, isCountrySold: maySellCountry } = page.value;
  const rows = items.map((row, index) => ({ ...row, supplier, index }));
  return { supplier, rows, isPartial, isAway: false, maySellCountry };
}

interface Merged {
  readonly taken: readonly Found[];
  /** Taken, or left out as a repeat: the next page begins behind them. */
  readonly passed: readonly Found[];
}

/**
 * Contract, section 5: merged, ranked and without repeats. Suppliers take turns unless a sort decides; each one's rows
 * keep its own order, since its next page begins behind the last of them that was taken.
 */
function merge(answers: readonly Answer[], { sort, limit }: CatalogSearch, shown: readonly string[]): Merged {
  const taken: Found[] = [];
  const passed: Found[] = [];
  const seen = new Set(shown);
  const queues = answers.map(({ rows }) => [...rows]);
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

/** Of the heads of all queues, the one that comes first; of equals, that of the preferred supplier. */
function takeFirst(queues: readonly Found[][], order: (a: Found, b: Found) => number): Found | undefined {
  let best: Found[] | undefined;
  for (const queue of queues) {
    const [head] = queue;
    if (head && (!best?.[0] || order(head, best[0]) < 0)) best = queue;
  }
  return best?.shift();
}

const ORDERS: Readonly<Record<SearchSort, (a: Found, b: Found) => number>> = {
  relevance: (a, b) => a.index - b.index,
  price: (a, b) => a.offer.monthlyPriceCents - b.offer.monthlyPriceCents || a.index - b.index,
  e164: (a, b) => compareText(labelOf(a.offer), labelOf(b.offer)),
};

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const labelOf = ({ e164, placeholder }: Offer) => e164 ?? placeholder;

/**
 * A supplier that is away may have rows and be back for the next page; but a page without a row is the last one, so that
 * nobody asks for pages of it without end. One that is partial may have more behind the rows that it has found.
 */
function hasMore(answers: readonly Answer[], { taken, passed }: Merged, limit: number): boolean {
  const rows = answers.reduce((sum, answer) => sum + answer.rows.length, 0);
  const mayGoOn = (answer: Answer) =>
    answer.rows.length === limit || (answer.isPartial && answer.rows.length > 0) || (answer.isAway && taken.length > 0);
  return rows > passed.length || answers.some(mayGoOn);
}

function nextOf({ searchId, expiresAt, positions, shown }: Session, { taken, passed }: Merged, areSeveral: boolean) {
  const last = Object.fromEntries(passed.map(({ supplier, position }) => [supplier, position]));
  const numbers = areSeveral ? [...shown, ...taken.flatMap(({ offer }) => offer.e164 ?? [])] : [];
  const session: CarriedSession = {
    expires: unixSeconds(expiresAt),
    positions: { ...positions, ...last },
    shown: packed(numbers.slice(-SHOWN_MAX)),
  };
  return { key: JSON.stringify(session), id: searchId };
}

function packed(e164s: readonly string[]): string {
  return e164s.map((e164) => Number(e164.slice(1)).toString(SHOWN_RADIX)).join(' ');
}

function unpacked(text: string): string[] {
  return text === '' ? [] : text.split(' ').map((number) => `+${parseInt(number, SHOWN_RADIX)}`);
}

function warningsOf(answers: readonly Answer[]): Warning[] {
  const warnings: Warning[] = [];
  if (answers.some(({ isAway }) => isAway)) {
    warnings.push({
      code: 'supplier_unavailable',
      message: 'A supplier could not be reached; its numbers are missing.',
    });
  }
  if (answers.some(({ isPartial }) => isPartial)) {
    warnings.push({ code: 'partial_results', message: 'A supplier has looked through a part of its stock only.' });
  }
  return warnings;
}
