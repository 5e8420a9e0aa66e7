import { type Clock, invalidFields, type NumberType } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { PricedOffer } from '../../domain/offer';
import type { PriceList } from '../../domain/pricing/price-list';
import type { PriceLists } from '../pricing/price-lists';
import type { Coverage } from '../supply/coverage';
import type { SelectTokens } from '../supply/select-tokens';
import type { OfferFilters } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** Selects one search result, or any number of a country, type and area. */
export type OfferSelection =
  | { readonly selectToken: string }
  | { readonly country: string; readonly numberType: NumberType; readonly areaCode: string | null };

interface AreaFilters extends OfferFilters {
  readonly numberType: NumberType;
}

const NO_FILTERS: Omit<OfferFilters, 'country' | 'numberType' | 'areaCode' | 'source' | 'maxMonthlyPriceCents'> = {
  city: null,
  region: null,
  startsWith: null,
  contains: null,
  endsWith: null,
  capabilities: [],
  requiresActivation: null,
};

/** An account and the prices that hold for it. */
export interface Buyer {
  readonly accountId: string;
  readonly prices: PriceList;
}

/** The cheapest offer of the suppliers that have responded. */
interface CheapestOffer {
  /** Null when they have none. */
  readonly offer: PricedOffer | null;
  /** False when a supplier was unavailable. */
  readonly areComplete: boolean;
}

/** Finds the offer that an order selects, at its current price. */
export class FindOffer {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly tokens: SelectTokens,
    private readonly prices: PriceLists,
    private readonly clock: Clock,
  ) {}

  async buyer(accountId: string): Promise<Buyer> {
    return { accountId, prices: await this.prices.of(accountId) };
  }

  /** Throws `select_token_expired`, `number_unavailable`, `country_not_supported`, `supplier_unavailable`. */
  async find(buyer: Buyer, selection: OfferSelection, maxMonthlyPriceCents: number | null): Promise<PricedOffer> {
    const offer =
      'selectToken' in selection
        ? await this.findByToken(buyer, selection.selectToken)
        : await this.findByArea(buyer, { ...NO_FILTERS, ...selection, source: 'all', maxMonthlyPriceCents });
    if (maxMonthlyPriceCents !== null && offer.monthlyPriceCents > maxMonthlyPriceCents) {
      throw invalidFields({ max_monthly_price_cents: `the number costs ${offer.monthlyPriceCents} cents a month now` });
    }
    return offer;
  }

  private async findByToken({ accountId, prices }: Buyer, token: string): Promise<PricedOffer> {
    const { offer } = this.tokens.open(accountId, token, this.clock.now());
    const supplier = this.suppliers.find(offer.supplier);
    // The supplier was disabled after the search; a new search finds the offers of others.
    if (!supplier) throw NumberingErrors.select_token_expired();
    const current = await supplier.quote(offer, accountId).catch(throwUnavailable);
    if (!current) throw NumberingErrors.number_unavailable();
    return prices.price(accountId, current);
  }

  /** Prefers catalog rows: the supplier picks their number, so that customers do not compete for the same one. */
  private async findByArea(buyer: Buyer, filters: AreaFilters): Promise<PricedOffer> {
    const lots = await this.findCheapest(buyer, { ...filters, source: 'availability' });
    const { offer, areComplete } = lots.offer ? lots : await this.findCheapest(buyer, { ...filters, source: 'live' });
    if (offer) return offer;
    // An unavailable supplier may sell what the others lack.
    throw areComplete ? await this.explainEmptyResult(buyer, filters) : NumberingErrors.supplier_unavailable();
  }

  /** The cheapest offer of a supplier is that of the lowest cost, since one rule prices all of its numbers of a type. */
  private async findCheapest({ accountId, prices }: Buyer, filters: AreaFilters): Promise<CheapestOffer> {
    const { country, numberType, maxMonthlyPriceCents: maxPriceCents } = filters;
    const pages = await this.suppliers.queryAll((supplier) => {
      const product = { accountId, supplier: supplier.name, country, numberType };
      const maxMonthlyPriceCents = maxPriceCents === null ? null : prices.highestMonthlyCost(product, maxPriceCents);
      const search = { sort: 'price', limit: 1, accountId, after: null } as const;
      return supplier.search({ ...search, filters: { ...filters, maxMonthlyPriceCents } });
    });
    const received = pages.filter((page) => page.status === 'fulfilled');
    if (received.length === 0) throw NumberingErrors.supplier_unavailable();
    const offers = received.flatMap(({ value }) => value.items.map(({ offer }) => prices.price(accountId, offer)));
    const offer = offers.toSorted((a, b) => a.monthlyPriceCents - b.monthlyPriceCents)[0] ?? null;
    return { offer, areComplete: received.length === pages.length };
  }

  private async explainEmptyResult(buyer: Buyer, filters: AreaFilters): Promise<Error> {
    const { country, numberType } = filters;
    const responses = await this.suppliers.queryAll((supplier) => this.coverage.of(supplier));
    const coverages = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    const isSold = coverages.some(
      (row) => row.country === country && row.numberTypes.some((type) => type.numberType === numberType),
    );
    if (isSold) return NumberingErrors.number_unavailable({ message: await this.unavailableMessage(buyer, filters) });
    // An unavailable supplier may sell the country.
    if (responses.some(({ status }) => status === 'rejected')) return NumberingErrors.supplier_unavailable();
    return NumberingErrors.country_not_supported({ fields: { country: 'is not sold with this type' } });
  }

  private async unavailableMessage(buyer: Buyer, filters: AreaFilters): Promise<string> {
    const { country, numberType, areaCode, maxMonthlyPriceCents: max } = filters;
    const wanted = areaCode ? `number in area ${areaCode}` : `${numberType} number of ${country}`;
    const unlimited = { ...filters, source: 'all', maxMonthlyPriceCents: null } as const;
    const offer = max === null ? null : (await this.findCheapest(buyer, unlimited)).offer;
    if (!offer) return `No ${wanted} is available.`;
    const { monthlyPriceCents } = offer;
    return `No ${wanted} costs at most ${max} cents a month. The cheapest costs ${monthlyPriceCents} cents a month.`;
  }
}

/** Nothing has been bought yet, so a missing response is final. */
function throwUnavailable(): never {
  throw NumberingErrors.supplier_unavailable();
}
