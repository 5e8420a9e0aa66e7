import { type Clock, countryName, DomainError, type EndUserKind, type NumberType } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { groupBy } from '../../../application/group-by';
import type { RegulatoryRequirements } from '../../../application/supply/catalog';
import type {
  NumberSupplier,
  ReleasedNumber,
  ReserveOutcome,
  SearchSort,
  SupplierCallback,
  SupplierHealth,
  SupplierOrder,
  SupplierOrderRequest,
  SupplierPage,
  SupplierSearch,
} from '../../../application/supply/supplier';
import { NumberingErrors } from '../../../domain/errors';
import type { Offer } from '../../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements, TypeCoverage } from '../../../domain/requirements';
import { STOCK } from '../../../domain/stock';
import { RESERVATION_SECONDS, type StockReservations } from './stock-reservations';
import { forSale, LISTED } from './stock-conditions';
import {
  AFTER_DIGITS,
  LOT,
  type OfferedLot,
  positionOf,
  type StockPage,
  type StockPosition,
  type StockRow,
  type StockSearch,
} from './stock-search';

const NUMBERS = 'numbering.stock_numbers';
const IS_SOLD = `SELECT FROM ${NUMBERS} WHERE country = $1 AND state <> 'withdrawn' LIMIT 1`;
/** Lots that have numbers for sale, or numbers of their country and type that may be for sale again. */
const ON_SALE = `SELECT ${LOT} FROM numbering.stock_lots l WHERE ($1::text IS NULL OR l.country = $1) AND (
    EXISTS (SELECT FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${LISTED})
    OR EXISTS (SELECT FROM ${NUMBERS} n WHERE n.country = l.country AND n.number_type = l.number_type
      AND n.state IN ('reserved', 'sold', 'ageing')))`;
const IN_STOCK = `SELECT ${LOT} FROM numbering.stock_lots l WHERE l.country = $1 AND ($2::text IS NULL OR l.number_type = $2)
  AND EXISTS (SELECT FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${LISTED} AND ${forSale('NULL', '$3')})`;
/** $1 number, $2 account, $3 now. */
const QUOTE = `SELECT n.e164, false AS "isCatalog", ${LOT} FROM ${NUMBERS} n JOIN numbering.stock_lots l ON l.id = n.lot_id
  WHERE n.e164 = $1 AND (${forSale('$2', '$3')} OR (n.state = 'ageing' AND n.available_at <= $3))`;
/** $1 lot, $2 account, $3 now. The cheapest lot of the same place replaces a lot that is sold out. */
const QUOTE_ANY = `SELECT n.e164, true AS "isCatalog", ${LOT} FROM numbering.stock_lots known
  JOIN numbering.stock_lots l ON l.country = known.country AND l.number_type = known.number_type
    AND l.area_code IS NOT DISTINCT FROM known.area_code AND l.region IS NOT DISTINCT FROM known.region
    AND l.city IS NOT DISTINCT FROM known.city AND l.capabilities = known.capabilities
    AND l.requires_activation = known.requires_activation
  CROSS JOIN LATERAL (SELECT n.e164 FROM ${NUMBERS} n WHERE n.lot_id = l.id AND ${LISTED} AND ${forSale('$2', '$3')}
    ORDER BY n.e164 LIMIT 1) n
  WHERE known.id = $1 ORDER BY l.id <> known.id, l.monthly_cents + l.setup_cents, l.id LIMIT 1`;

/** Sells the operator's own numbers, which are in our database. See docs/numbers.md#own-stock. */
export class StockSupplier implements NumberSupplier {
  readonly name = STOCK;
  readonly reservationSeconds = RESERVATION_SECONDS;

  constructor(
    private readonly db: Database,
    private readonly stock: StockSearch,
    private readonly reservations: StockReservations,
    private readonly regulations: RegulatoryRequirements,
    private readonly clock: Clock,
  ) {}

  async search({ after: position, ...search }: SupplierSearch): Promise<SupplierPage> {
    const { country } = search.filters;
    // Installations without a stock, and countries that it does not have, need no other statement.
    if (!(await this.db.find(IS_SOLD, [country], 'shared')))
      return { items: [], isPartial: false, isCountrySold: false };
    const after = position === null ? null : (JSON.parse(position) as StockPosition);
    const rows = await this.rowsOf({ ...search, after, now: this.clock.now() });
    const items = rows.map((row) => ({ offer: this.offerOf(row), position: JSON.stringify(positionOf(row)) }));
    return { items, isPartial: false, isCountrySold: true };
  }

  async countries(): Promise<readonly CountryCoverage[]> {
    const lots = await this.db.query<OfferedLot>(ON_SALE, [null]);
    const countries = groupBy(lots, ({ country }) => country);
    return [...countries].map(([country, of]) => ({
      country,
      name: countryName(country),
      callingCode: of[0]?.callingCode ?? '',
      numberTypes: [...groupBy(of, ({ numberType }) => numberType).values()].map(coverageOf),
    }));
  }

  async areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    const lots = await this.db.query<OfferedLot>(IN_STOCK, [country, numberType, this.clock.now()]);
    return lots.map(({ areaCode, city, region, monthlyCents: fromMonthlyPriceCents }) => {
      return { areaCode: areaCode ?? '', city, region, inStock: true, fromMonthlyPriceCents };
    });
  }

  async requirements(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<Requirements | null> {
    const lots = await this.db.query<OfferedLot>(ON_SALE, [country]);
    const ofType = lots.filter((lot) => lot.numberType === numberType);
    if (ofType.length === 0) return null;
    const requiresActivation = ofType.some((lot) => lot.requiresActivation);
    return { ...this.regulations.find(country, numberType, endUserKind), requiresActivation };
  }

  async reserve({ e164 }: Offer, accountId: string): Promise<ReserveOutcome> {
    if (e164 === null) return 'available';
    return (await this.reservations.reserve(e164, accountId, this.clock.now())) ? 'reserved' : 'unavailable';
  }

  async endReservation({ e164 }: Offer, accountId: string): Promise<boolean> {
    if (e164 !== null) await this.reservations.end(e164, accountId, this.clock.now());
    return true;
  }

  async quote({ e164, supplierRef }: Offer, accountId: string): Promise<Offer | null> {
    const [text, what] = e164 === null ? [QUOTE_ANY, supplierRef['lot'] ?? ''] : [QUOTE, e164];
    const row = await this.db.find<StockRow>(text, [what, accountId, this.clock.now()]);
    return row && this.offerOf(row);
  }

  async order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    const purchase = await this.reservations.assign(request, this.clock.now());
    return purchase ? { status: 'bought', purchase } : NUMBER_UNAVAILABLE;
  }

  async findOrder(orderId: string): Promise<SupplierOrder | null> {
    const purchase = await this.reservations.find(orderId);
    return purchase && { status: 'bought', purchase };
  }

  /** For orders that were not settled with their numbers. The release of an account's number changes the stock itself. */
  release({ e164, orderId }: ReleasedNumber): Promise<void> {
    return this.reservations.return(e164, orderId, this.clock.now());
  }

  /** The stock sends no callbacks, so every one is refused. */
  parseCallback(): Promise<SupplierCallback | null> {
    return Promise.reject(new DomainError('unauthorized', 'unauthorized', 'The stock sends no callbacks.'));
  }

  orderIdOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  /** As available as the database. */
  health(): Promise<SupplierHealth> {
    return Promise.resolve({ isUp: true, message: null });
  }

  /** Merges numbers and lots: by relevance and at one price the numbers come first. */
  private async rowsOf(page: StockPage): Promise<StockRow[]> {
    const { sort, limit } = page;
    const live = readsLive(page) ? await this.stock.live({ ...page, after: afterLive(page) }) : [];
    const isFull = sort === 'relevance' && live.length === limit;
    if (isFull || !readsCatalog(page)) return live;
    const catalog = await this.stock.catalog(page);
    return [...live, ...catalog].sort(ORDERS[sort]).slice(0, limit);
  }

  private offerOf(row: StockRow): Offer {
    const { id, e164, isCatalog, country, numberType, areaCode, city, region, capabilities, callingCode } = row;
    const { requiresActivation } = row;
    return {
      supplier: STOCK,
      supplierRef: { lot: id },
      e164: isCatalog ? null : e164,
      country,
      numberType,
      areaCode,
      city,
      region: region ?? countryName(country),
      capabilities,
      monthlyPriceCents: row.monthlyCents,
      setupPriceCents: row.setupCents,
      requiresActivation,
      restrictions: requiresActivation ? this.regulations.find(country, numberType, null).restrictions : [],
      placeholder: `+${callingCode}${areaCode ?? ''}`.padEnd(e164.length, 'X'),
    };
  }
}

const NUMBER_UNAVAILABLE: SupplierOrder = {
  status: 'failed',
  failure: { code: 'number_unavailable', message: NumberingErrors.number_unavailable().message },
};

function readsLive({ filters: { source }, sort, after }: StockPage): boolean {
  return source !== 'availability' && !(sort === 'relevance' && after?.[0] === 1);
}

/** Digits find numbers alone. */
function readsCatalog({ filters: { source, startsWith, contains, endsWith } }: StockPage): boolean {
  return source !== 'live' && (startsWith ?? contains ?? endsWith) === null;
}

/** A position among the lots is after all numbers of its price. */
function afterLive({ sort, after }: StockPage): StockPosition | null {
  if (after === null || after[0] === 0 || sort !== 'price') return after;
  const [, monthlyCents] = after;
  return [0, monthlyCents, AFTER_DIGITS, ''];
}

const byKind = (a: StockRow, b: StockRow) => Number(a.isCatalog) - Number(b.isCatalog);
const ORDERS: Readonly<Record<SearchSort, (a: StockRow, b: StockRow) => number>> = {
  relevance: byKind,
  price: (a, b) => a.monthlyCents - b.monthlyCents || byKind(a, b),
  e164: (a, b) => Number(a.key > b.key) - Number(a.key < b.key),
};

/** Summarizes lots of one type: the lowest price, and whether any of them requires documents. */
function coverageOf(lots: readonly OfferedLot[]): TypeCoverage {
  return {
    numberType: lots[0]?.numberType ?? 'geographic',
    capabilities: [...new Set(lots.flatMap(({ capabilities }) => capabilities))],
    requiresActivation: lots.some(({ requiresActivation }) => requiresActivation),
    fromMonthlyPriceCents: Math.min(...lots.map(({ monthlyCents }) => monthlyCents)),
  };
}
