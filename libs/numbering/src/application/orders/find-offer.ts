import { type Clock, invalidFields } from '@trunkline/kernel';
import { NumberingErrors } from '../../domain/errors';
import type { NumberType, Offer } from '../../domain/supply/offer';
import type { Coverage } from '../supply/coverage';
import type { SelectTokens } from '../ports';
import type { OfferFilters } from '../supply/supplier';
import type { Suppliers } from '../supply/suppliers';

/** Either the row of a search, or any number of a country, type and area. */
export type Wanted =
  | { readonly selectToken: string }
  | { readonly country: string; readonly numberType: NumberType; readonly areaCode: string | null };

const NO_FILTERS: Omit<OfferFilters, 'country' | 'numberType' | 'areaCode' | 'source' | 'maxMonthlyPriceCents'> = {
  ...{ city: null, region: null, startsWith: null, contains: null, endsWith: null },
  ...{ capabilities: [], requiresActivation: null },
};

/** Finds what a customer wants to buy, at the price of this moment. */
export class FindOffer {
  constructor(
    private readonly suppliers: Suppliers,
    private readonly coverage: Coverage,
    private readonly tokens: SelectTokens,
    private readonly clock: Clock,
  ) {}

  /** Throws `select_token_expired`, `number_unavailable`, `country_not_supported`, `supplier_unavailable`. */
  async execute(accountId: string, wanted: Wanted, maxMonthlyPriceCents: number | null): Promise<Offer> {
    const offer =
      'selectToken' in wanted
        ? await this.ofToken(accountId, wanted.selectToken)
        : await this.ofArea(accountId, { ...NO_FILTERS, ...wanted, source: 'all', maxMonthlyPriceCents });
    if (maxMonthlyPriceCents !== null && offer.monthlyPriceCents > maxMonthlyPriceCents) {
      throw invalidFields({ max_monthly_price_cents: `the number costs ${offer.monthlyPriceCents} cents a month now` });
    }
    return offer;
  }

  private async ofToken(accountId: string, token: string): Promise<Offer> {
    const { offer } = this.tokens.open(accountId, token, this.clock.now());
    const supplier = this.suppliers.find(offer.supplier);
    // It sells here no more since the search: another search finds what others sell.
    if (!supplier) throw NumberingErrors.select_token_expired();
    const current = await supplier.quote(offer, accountId).catch(away);
    if (!current) throw NumberingErrors.number_unavailable();
    return current;
  }

  /** A catalog row first: its number is picked by the supplier, so that two customers do not want the same one. */
  private async ofArea(accountId: string, filters: OfferFilters): Promise<Offer> {
    const offer =
      (await this.cheapest(accountId, { ...filters, source: 'availability' })) ??
      (await this.cheapest(accountId, { ...filters, source: 'live' }));
    if (offer) return offer;
    throw await this.nothingFor(accountId, filters);
  }

  private async cheapest(accountId: string, filters: OfferFilters): Promise<Offer | null> {
    const search = { filters, sort: 'price', limit: 1, accountId, after: null } as const;
    const pages = await this.suppliers.askAll((supplier) => supplier.search(search));
    const answered = pages.filter((page) => page.status === 'fulfilled');
    if (answered.length === 0) throw NumberingErrors.supplier_unavailable();
    const offers = answered.flatMap(({ value }) => value.items.map(({ offer }) => offer));
    return offers.toSorted((a, b) => a.monthlyPriceCents - b.monthlyPriceCents)[0] ?? null;
  }

  private async nothingFor(accountId: string, filters: OfferFilters): Promise<Error> {
    const { country, numberType } = filters;
    const answers = await this.suppliers.askAll((supplier) => this.coverage.of(supplier));
    const coverages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const isSold = coverages.some(
      (row) => row.country === country && row.numberTypes.some((type) => type.numberType === numberType),
    );
    if (isSold) return NumberingErrors.number_unavailable({ message: await this.reasonFor(accountId, filters) });
    // One that is away may sell it: then nobody can say that it is not sold.
    if (answers.some(({ status }) => status === 'rejected')) return NumberingErrors.supplier_unavailable();
    return NumberingErrors.country_not_supported({ fields: { country: 'is not sold with this type' } });
  }

  /** Why no offer fits, although the country and type are sold. */
  private async reasonFor(accountId: string, filters: OfferFilters): Promise<string> {
    const { country, numberType, areaCode, maxMonthlyPriceCents: max } = filters;
    const wanted = areaCode ? `number in area ${areaCode}` : `${numberType} number of ${country}`;
    const offer =
      max === null ? null : await this.cheapest(accountId, { ...filters, source: 'all', maxMonthlyPriceCents: null });
    if (!offer) return `No ${wanted} is available.`;
    const { monthlyPriceCents } = offer;
    return `No ${wanted} costs at most ${max} cents a month. The cheapest costs ${monthlyPriceCents} cents a month.`;
  }
}

/** Nothing has been bought yet, so an answer that fails to come is the outcome. */
function away(): never {
  throw NumberingErrors.supplier_unavailable();
}
