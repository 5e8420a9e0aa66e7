import { type Clock, invalidFields, type NumberType } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { Offer } from '../../domain/offer';
import type { Coverage } from '../supply/coverage';
import type { SelectTokens } from '../supply/select-tokens';
import type { OfferFilters } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** Selects one search result, or any number of a country, type and area. */
export type OfferSelection =
  | { readonly selectToken: string }
  | { readonly country: string; readonly numberType: NumberType; readonly areaCode: string | null };

const NO_FILTERS: Omit<OfferFilters, 'country' | 'numberType' | 'areaCode' | 'source' | 'maxMonthlyPriceCents'> = {
  city: null,
  region: null,
  startsWith: null,
  contains: null,
  endsWith: null,
  capabilities: [],
  requiresActivation: null,
};

/** Finds the offer that an order selects, at its current price. */
export class FindOffer {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly tokens: SelectTokens,
    private readonly clock: Clock,
  ) {}

  /** Throws `select_token_expired`, `number_unavailable`, `country_not_supported`, `supplier_unavailable`. */
  async find(accountId: string, selection: OfferSelection, maxMonthlyPriceCents: number | null): Promise<Offer> {
    const offer =
      'selectToken' in selection
        ? await this.findByToken(accountId, selection.selectToken)
        : await this.findByArea(accountId, { ...NO_FILTERS, ...selection, source: 'all', maxMonthlyPriceCents });
    if (maxMonthlyPriceCents !== null && offer.monthlyPriceCents > maxMonthlyPriceCents) {
      throw invalidFields({ max_monthly_price_cents: `the number costs ${offer.monthlyPriceCents} cents a month now` });
    }
    return offer;
  }

  private async findByToken(accountId: string, token: string): Promise<Offer> {
    const { offer } = this.tokens.open(accountId, token, this.clock.now());
    const supplier = this.suppliers.find(offer.supplier);
    // The supplier was disabled after the search; a new search finds the offers of others.
    if (!supplier) throw NumberingErrors.select_token_expired();
    const current = await supplier.quote(offer, accountId).catch(throwUnavailable);
    if (!current) throw NumberingErrors.number_unavailable();
    return current;
  }

  /** Prefers catalog rows: the supplier picks their number, so that customers do not compete for the same one. */
  private async findByArea(accountId: string, filters: OfferFilters): Promise<Offer> {
    const offer =
      (await this.findCheapest(accountId, { ...filters, source: 'availability' })) ??
      (await this.findCheapest(accountId, { ...filters, source: 'live' }));
    if (offer) return offer;
    throw await this.explainEmptyResult(accountId, filters);
  }

  private async findCheapest(accountId: string, filters: OfferFilters): Promise<Offer | null> {
    const search = { filters, sort: 'price', limit: 1, accountId, after: null } as const;
    const pages = await this.suppliers.queryAll((supplier) => supplier.search(search));
    const received = pages.filter((page) => page.status === 'fulfilled');
    if (received.length === 0) throw NumberingErrors.supplier_unavailable();
    const offers = received.flatMap(({ value }) => value.items.map(({ offer }) => offer));
    return offers.toSorted((a, b) => a.monthlyPriceCents - b.monthlyPriceCents)[0] ?? null;
  }

  private async explainEmptyResult(accountId: string, filters: OfferFilters): Promise<Error> {
    const { country, numberType } = filters;
    const responses = await this.suppliers.queryAll((supplier) => this.coverage.of(supplier));
    const coverages = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    const isSold = coverages.some(
      (row) => row.country === country && row.numberTypes.some((type) => type.numberType === numberType),
    );
    if (isSold)
      return NumberingErrors.number_unavailable({ message: await this.unavailableMessage(accountId, filters) });
    // An unavailable supplier may sell the country.
    if (responses.some(({ status }) => status === 'rejected')) return NumberingErrors.supplier_unavailable();
    return NumberingErrors.country_not_supported({ fields: { country: 'is not sold with this type' } });
  }

  private async unavailableMessage(accountId: string, filters: OfferFilters): Promise<string> {
    const { country, numberType, areaCode, maxMonthlyPriceCents: max } = filters;
    const wanted = areaCode ? `number in area ${areaCode}` : `${numberType} number of ${country}`;
    const offer =
      max === null
        ? null
        : await this.findCheapest(accountId, { ...filters, source: 'all', maxMonthlyPriceCents: null });
    if (!offer) return `No ${wanted} is available.`;
    const { monthlyPriceCents } = offer;
    return `No ${wanted} costs at most ${max} cents a month. The cheapest costs ${monthlyPriceCents} cents a month.`;
  }
}

/** Nothing has been bought yet, so a missing response is final. */
function throwUnavailable(): never {
  throw NumberingErrors.supplier_unavailable();
}
