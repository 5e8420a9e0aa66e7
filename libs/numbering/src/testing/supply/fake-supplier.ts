import { CommonErrors } from '@trunkline/kernel';
import { isInPlace } from '../../application/supply/places';
import {
  type NumberSupplier,
  type OfferFilters,
  type ReleasedNumber,
  type ReserveOutcome,
  type SupplierCallback,
  type SupplierHealth,
  type SupplierOrder,
  type SupplierOrderRequest,
  type SupplierPage,
  type SupplierSearch,
} from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/requirements';
import { SupplierUnavailableError } from '../../infrastructure/suppliers/http/supplier-errors';
import { anOffer } from '../samples';

/** The outcome of an order. `vanish`: no response and no effect; `buy_and_vanish`: no response, but the number is bought. */
export type SupplierFault = 'vanish' | 'buy_and_vanish' | 'work' | 'refuse' | 'ask_documents';

const REFUSED: SupplierOrder = { status: 'failed', failure: { code: 'supplier_error', message: 'No.' } };
const GONE: SupplierOrder = { status: 'failed', failure: { code: 'number_unavailable', message: 'Gone.' } };

/** A stateful supplier with faults that a test chooses. Passes the port's contract suite. */
export class FakeSupplier implements NumberSupplier {
  /** Faults of the next orders, one each. */
  readonly faults: SupplierFault[] = [];
  /** Faults of the next order of a number. A checkout places its orders in parallel. */
  readonly faultsByNumber = new Map<string | null, SupplierFault>();
  readonly released: string[] = [];
  readonly orders = new Map<string, SupplierOrder>();
  readonly soldTo = new Map<string, string>();
  readonly heldFor = new Map<string, string>();
  readonly reservationSeconds = 600;
  isUnavailable = false;
  /** Number of requests to order, repeats included. */
  orderCalls = 0;
  private picked = 0;

  constructor(
    readonly offers: Offer[] = [],
    readonly name = 'fake',
  ) {}

  async search({ filters, limit, accountId, after, sort }: SupplierSearch): Promise<SupplierPage> {
    this.requireAvailable();
    const rows = this.offers
      .filter((offer) => matches(offer, filters) && this.isFree(offer.e164, accountId))
      .sort((a, b) => (sort === 'price' ? a.monthlyPriceCents - b.monthlyPriceCents : 0))
      .map((offer, index) => ({ offer, position: String(index) }));
    const isCountrySold = this.offers.some(({ country }) => country === filters.country);
    return {
      items: rows.slice(after === null ? 0 : Number(after) + 1).slice(0, limit),
      isPartial: false,
      isCountrySold,
    };
  }

  async countries(): Promise<readonly CountryCoverage[]> {
    this.requireAvailable();
    const countries = [...new Set(this.offers.map(({ country }) => country))];
    return countries.map((country) => ({
      country,
      name: country,
      callingCode: '49',
      numberTypes: this.offers
        .filter((offer) => offer.country === country)
        .slice(0, 1)
        .map(({ numberType, capabilities, requiresActivation, monthlyPriceCents: fromMonthlyPriceCents }) => ({
          numberType,
          capabilities,
          requiresActivation,
          fromMonthlyPriceCents,
        })),
    }));
  }

  async areas(country: string): Promise<readonly AreaStock[]> {
    this.requireAvailable();
    return this.offers
      .filter((offer) => offer.country === country)
      .map(({ areaCode, city, region, monthlyPriceCents: fromMonthlyPriceCents }) => ({
        areaCode: areaCode ?? '',
        city,
        region,
        inStock: true,
        fromMonthlyPriceCents,
      }));
  }

  async requirements(country: string): Promise<Requirements | null> {
    this.requireAvailable();
    const offer = this.offers.find((each) => each.country === country);
    if (!offer) return null;
    const { numberType, requiresActivation, restrictions } = offer;
    return {
      country,
      numberType,
      requiresActivation,
      restrictions,
      endUserKinds: ['business'],
      requiredFields: [],
      address: 'none',
      documents: [],
      typicalReviewHours: 0,
    };
  }

  async reserve({ e164 }: Offer, accountId: string): Promise<ReserveOutcome> {
    this.requireAvailable();
    if (e164 === null) return 'available';
    if (!this.isFree(e164, accountId)) return 'unavailable';
    this.heldFor.set(e164, accountId);
    return 'reserved';
  }

  async endReservation({ e164 }: Offer, accountId: string): Promise<boolean> {
    this.requireAvailable();
    if (e164 !== null && this.heldFor.get(e164) === accountId) this.heldFor.delete(e164);
    return true;
  }

  async quote(offer: Offer, accountId: string): Promise<Offer | null> {
    this.requireAvailable();
    if (!this.isFree(offer.e164, accountId)) return null;
    return this.offers.find(({ e164, areaCode }) => e164 === offer.e164 && areaCode === offer.areaCode) ?? null;
  }

  async order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    this.orderCalls += 1;
    const known = this.orders.get(request.orderId);
    if (known) return known;
    const fault = this.takeFault(request.requestE164);
    if (fault === 'vanish') throw new Error('socket hang up');
    const answer = this.decide(request, fault);
    this.orders.set(request.orderId, answer);
    if (fault === 'buy_and_vanish') throw new Error('socket hang up');
    return answer;
  }

  async findOrder(orderId: string): Promise<SupplierOrder | null> {
    this.requireAvailable();
    return this.orders.get(orderId) ?? null;
  }

  async release({ e164, orderId }: ReleasedNumber): Promise<void> {
    this.requireAvailable();
    if (this.soldTo.get(e164) !== orderId) return;
    this.soldTo.delete(e164);
    this.released.push(e164);
  }

  async parseCallback(): Promise<SupplierCallback | null> {
    throw CommonErrors.forbidden();
  }

  async orderIdOf(): Promise<string | null> {
    this.requireAvailable();
    return null;
  }

  async health(): Promise<SupplierHealth> {
    return { isUp: !this.isUnavailable, message: null };
  }

  private takeFault(e164: string | null): SupplierFault | undefined {
    const fault = this.faultsByNumber.get(e164);
    return this.faultsByNumber.delete(e164) ? fault : this.faults.shift();
  }

  private decide(request: SupplierOrderRequest, fault: SupplierFault | undefined): SupplierOrder {
    if (fault === 'work') return { status: 'working' };
    if (fault === 'refuse') return REFUSED;
    const { orderId, accountId, requestE164, documentsApproved } = request;
    const e164 = requestE164 ?? `+493090${String(++this.picked).padStart(5, '0')}`;
    if (!this.isFree(e164, accountId)) return GONE;
    this.soldTo.set(e164, orderId);
    const offer = this.offers.find((each) => each.e164 === requestE164) ?? anOffer();
    const needsDocuments = offer.requiresActivation || fault === 'ask_documents';
    const usable = !needsDocuments || documentsApproved;
    return { status: 'bought', purchase: { e164, supplierNumberRef: `ref-${e164}`, usable } };
  }

  private isFree(e164: string | null, accountId: string): boolean {
    if (e164 === null) return true;
    return !this.soldTo.has(e164) && (this.heldFor.get(e164) ?? accountId) === accountId;
  }

  private requireAvailable(): void {
    if (this.isUnavailable) throw new SupplierUnavailableError('fake', 'connection_lost', 'ECONNREFUSED');
  }
}

function matches(offer: Offer, filters: OfferFilters): boolean {
  const isLive = offer.e164 !== null;
  return (
    offer.country === filters.country &&
    offer.numberType === (filters.numberType ?? offer.numberType) &&
    offer.areaCode === (filters.areaCode ?? offer.areaCode) &&
    offer.monthlyPriceCents <= (filters.maxMonthlyPriceCents ?? Infinity) &&
    isInPlace(offer, filters) &&
    (filters.source === 'all' || isLive === (filters.source === 'live'))
  );
}
