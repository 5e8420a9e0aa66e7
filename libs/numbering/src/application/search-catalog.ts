import {
  addSeconds,
  type Clock,
  fromUnixSeconds,
  invalidFields,
  type Keyset,
  newId,
  unixSeconds,
} from '@trunkline/kernel';
import { fits } from '../domain/bundle';
import { NumberingErrors } from '../domain/errors';
import type { Offer } from '../domain/offer';
import type { Coverage } from './coverage';
import type { Bundles, SelectTokens } from './ports';
import type { FoundOffer, NumberSupplier, OfferFilters, SearchSort } from './supplier';
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

/** One search through its pages: each supplier goes on where its last row was taken. */
interface Session {
  readonly searchId: string;
  readonly expiresAt: Date;
  readonly positions: Readonly<Record<string, string | null>>;
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
}

/** GET /catalog/search: all suppliers at once, merged; one that is away costs a warning, not the page. */
export class SearchCatalog {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly tokens: SelectTokens,
    private readonly bundles: Bundles,
    private readonly clock: Clock,
  ) {}

  /** Throws `supplier_unavailable` when all are away, `country_not_supported` when none sells the country. */
  async execute(search: CatalogSearch): Promise<CatalogPage> {
    const now = this.clock.now();
    const session = search.after ? resume(search.after, now) : begin(now);
    const answers = await Promise.all(this.suppliers.all.map((supplier) => ask(supplier, search, session)));
    if (answers.every(({ isAway }) => isAway)) throw NumberingErrors.supplier_unavailable();
    const { taken, passed } = merge(answers, search);
    if (taken.length === 0) await this.requireSold(search.filters.country);
    const { searchId, expiresAt } = session;
    // One question for the whole page, whose rows are all of one country.
    const bundles = await this.bundles.listApproved(search.accountId, search.filters.country, now);
    return {
      ...{ searchId, expiresAt, warnings: warningsOf(answers), next: nextOf(session, answers, passed, search.limit) },
      items: taken.map(({ offer }) => ({
        offer,
        compatibleBundleIds: bundles.filter((bundle) => fits(bundle, offer)).map(({ id }) => id),
        selectToken: this.tokens.seal(search.accountId, { offer, searchId, expiresAt }),
      })),
    };
  }

  /** A country where all is sold out is an empty page; one that nobody sells is an error. */
  private async requireSold(country: string): Promise<void> {
    const coverages = await Promise.allSettled(this.suppliers.all.map((supplier) => this.coverage.of(supplier)));
    const isSold = coverages.some(
      (each) => each.status === 'rejected' || each.value.some((row) => row.country === country),
    );
    if (!isSold) throw NumberingErrors.country_not_supported({ fields: { country: 'is not sold by any supplier' } });
  }
}

function begin(now: Date): Session {
  return { searchId: newId('srch'), expiresAt: addSeconds(now, SEARCH_SECONDS), positions: {} };
}

/** The cursor carries the session; it is sealed and bound to the filters at the edge. */
function resume({ key, id }: Keyset, now: Date): Session {
  const { expires, positions } = JSON.parse(String(key)) as { expires: number; positions: Session['positions'] };
  const expiresAt = fromUnixSeconds(expires);
  if (now >= expiresAt) throw invalidFields({ cursor: 'belongs to a search that has expired' });
  return { searchId: id, expiresAt, positions };
}

async function ask(supplier: NumberSupplier, search: CatalogSearch, { positions }: Session): Promise<Answer> {
  const { name } = supplier;
  const { filters, sort, limit, accountId } = search;
  try {
    const page = await supplier.search({ filters, sort, limit, accountId, after: positions[name] ?? null });
    const rows = page.items.map((row, index) => ({ ...row, supplier: name, index }));
    return { supplier: name, rows, isPartial: page.isPartial, isAway: false };
  } catch {
    // The warning tells of it, and `health` why.
    return { supplier: name, rows: [], isPartial: false, isAway: true };
  }
}

interface Merged {
  readonly taken: readonly Found[];
  /** Taken, or left out as a repeat: the next page begins behind them. */
  readonly passed: readonly Found[];
}

/** Contract, section 5: merged, ranked and without repeats. Suppliers take turns unless a sort decides. */
function merge(answers: readonly Answer[], { sort, limit }: CatalogSearch): Merged {
  const taken: Found[] = [];
  const passed: Found[] = [];
  const seen = new Set<string>();
  for (const row of answers.flatMap(({ rows }) => rows).sort(ORDERS[sort])) {
    if (taken.length === limit) break;
    passed.push(row);
    if (row.offer.e164 !== null && seen.has(row.offer.e164)) continue;
    seen.add(row.offer.e164 ?? '');
    taken.push(row);
  }
  return { taken, passed };
}

const ORDERS: Readonly<Record<SearchSort, (a: Found, b: Found) => number>> = {
  relevance: (a, b) => a.index - b.index,
  price: (a, b) => a.offer.monthlyPriceCents - b.offer.monthlyPriceCents || a.index - b.index,
  e164: (a, b) => (labelOf(a.offer) < labelOf(b.offer) ? -1 : 1),
};

const labelOf = ({ e164, placeholder }: Offer) => e164 ?? placeholder;

function nextOf(session: Session, answers: readonly Answer[], passed: readonly Found[], limit: number): Keyset | null {
  const rows = answers.flatMap((answer) => answer.rows);
  const hasMore = rows.length > passed.length || answers.some((answer) => answer.rows.length === limit);
  if (!hasMore) return null;
  const last = Object.fromEntries(passed.map(({ supplier, position }) => [supplier, position]));
  const expires = unixSeconds(session.expiresAt);
  return { key: JSON.stringify({ expires, positions: { ...session.positions, ...last } }), id: session.searchId };
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
