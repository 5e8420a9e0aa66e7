import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Clock, DomainError, type EndUserKind, type NumberType } from '@trunkline/kernel';
import type { FaultKind } from '@trunkline/platform';
import {
  type FoundOffer,
  type NumberSupplier,
  type ReleasedNumber,
  type ReserveOutcome,
  type SupplierCallback,
  SupplierFailure,
  type SupplierHealth,
  type SupplierOrder,
  type SupplierOrderRequest,
  type SupplierPage,
  type SupplierSearch,
} from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/requirements';
import {
  inventorySize,
  numberAt,
  PLANS,
  requirementsOf,
  type SandboxFault,
  scriptedFault,
} from './plan/numbering-plan';
import { RESERVATION_SECONDS, type SandboxRepository, type SandboxOrder } from './sandbox-repository';
import {
  areaKey,
  LIVE_PER_AREA,
  offerOf,
  type Place,
  placeOf,
  rowsOf,
  SANDBOX,
  type StockRow,
  stockOf,
} from './sandbox-stock';

const SLOW_MS = 3000;
const REJECTED_AFTER_SECONDS = 60;
const NUMBER_UNAVAILABLE = { errorCode: 'number_unavailable', errorMessage: 'The number is no longer available.' };
const REJECTED = { errorCode: 'supplier_error', errorMessage: 'The supplier rejected the order.' };

/** Faults that an operator has injected into the next orders and releases. See `SandboxFaults`. */
export interface RequestFaults {
  take(target: 'supplier', point: 'request'): Promise<FaultKind | null>;
}

class SandboxTimeout extends SupplierFailure {
  override readonly name = 'SandboxTimeout';
}

/**
 * Sells test numbers of real numbering plans. The stock is computed, and sold numbers are stored in PostgreSQL. The last four
 * digits of a number, or an operator, inject faults. See docs/numbers.md#sandbox.
 */
export class SandboxSupplier implements NumberSupplier {
  readonly name = SANDBOX;
  readonly reservationSeconds = RESERVATION_SECONDS;

  constructor(
    private readonly state: SandboxRepository,
    private readonly faults: RequestFaults,
    private readonly clock: Clock,
    private readonly slowMs: number = SLOW_MS,
  ) {}

  async search({ filters, sort, limit, accountId, after }: SupplierSearch): Promise<SupplierPage> {
    const stock = stockOf(filters, sort);
    const items: FoundOffer[] = [];
    let next = after === null ? 0 : Number(after) + 1;
    while (items.length < limit && next < stock.size) {
      const rows = rowsOf(stock, next, next + limit);
      const free = await this.freeOf(rows, accountId);
      const found = rows.map((row, index) => ({ row, position: String(next + index) })).filter(({ row }) => free(row));
      items.push(...found.map(({ row, position }) => ({ offer: offerOf(row), position })));
      next += rows.length;
    }
    const isCountrySold = PLANS.some(({ country }) => country === filters.country);
    return { items: items.slice(0, limit), isPartial: false, isCountrySold };
  }

  countries(): Promise<readonly CountryCoverage[]> {
    const countries = new Map(
      PLANS.map(({ country, countryName: name, callingCode }) => [country, { name, callingCode }]),
    );
    return Promise.resolve(
      [...countries].map(([country, names]) => ({ country, ...names, numberTypes: typesOf(country) })),
    );
  }

  async areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    const plans = PLANS.filter(
      (plan) => plan.country === country && plan.numberType === (numberType ?? plan.numberType),
    );
    const soldUntil = await this.state.soldUntil(country);
    return plans.flatMap((plan) =>
      plan.areas.map((area) => ({
        areaCode: area.code,
        city: area.city,
        region: area.region,
        fromMonthlyPriceCents: plan.monthlyCents,
        inStock: (soldUntil.get(areaKey(plan, area)) ?? 0) < inventorySize(plan, area),
      })),
    );
  }

  requirements(country: string, numberType: NumberType, kind: EndUserKind | null): Promise<Requirements | null> {
    const requirements = requirementsOf(country, numberType);
    if (!requirements || kind !== 'person') return Promise.resolve(requirements);
    const documents = requirements.documents.filter(({ purpose }) => purpose !== 'business');
    return Promise.resolve({ ...requirements, documents });
  }

  async reserve({ e164 }: Offer, accountId: string): Promise<ReserveOutcome> {
    if (e164 === null) return 'available';
    return (await this.state.reserve(e164, accountId, this.clock.now())) ? 'reserved' : 'unavailable';
  }

  async endReservation({ e164 }: Offer, accountId: string): Promise<boolean> {
    if (e164 !== null) await this.state.endReservation(e164, accountId);
    return true;
  }

  async quote(offer: Offer, accountId: string): Promise<Offer | null> {
    const place = placeOf(offer);
    if (!place) return null;
    const row = { ...place, e164: offer.e164 };
    const free = await this.freeOf([row], accountId);
    return free(row) ? offerOf(row) : null;
  }

  order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.reach(() => this.place(request));
  }

  async findOrder(orderId: string): Promise<SupplierOrder | null> {
    const order = await this.state.find(orderId);
    return order && this.answerOf(order);
  }

  release({ e164, orderId }: ReleasedNumber): Promise<void> {
    return this.reach(() => this.state.returnNumber(e164, orderId, this.clock.now()));
  }

  /** The sandbox sends no callbacks, so it has no keys and every callback is refused. */
  parseCallback(): Promise<SupplierCallback | null> {
    return Promise.reject(new DomainError('unauthorized', 'unauthorized', 'The sandbox supplier sends no callbacks.'));
  }

  orderIdOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  health(): Promise<SupplierHealth> {
    return Promise.resolve({ isUp: true, message: null });
  }

  /** A request on its way there and back, and what may befall it. */
  private async reach<T>(deed: () => Promise<T>): Promise<T> {
    const fault = await this.faults.take('supplier', 'request');
    if (fault === 'error') throw new SandboxTimeout('No response, and nothing was done.');
    const repeat = fault === 'duplicate' ? deed() : null;
    const [answer] = await Promise.all([deed(), repeat]);
    if (fault === 'timeout') throw new SandboxTimeout('No response, but the request was carried out.');
    if (fault === 'slow') await sleep(this.slowMs);
    return answer;
  }

  private async place(request: SupplierOrderRequest): Promise<SupplierOrder> {
    const { orderId, requestE164 } = request;
    const fault = faultOf(requestE164);
    if (fault === 'timeout_without_effect') throw new SandboxTimeout('No response, and nothing was done.');
    const sold = fault === null ? await this.sellAtOnce(request) : null;
    if (sold) return this.answerOf(sold);
    const { order, isKnown } = await this.state.decide(orderId, () => this.decide(request));
    // The number is sold before the delay, so that it is bought even if the caller times out.
    if (fault === 'slow' && !isKnown) await sleep(this.slowMs);
    if (fault === 'timeout_with_effect' && !isKnown) throw new SandboxTimeout('No response, but the number is bought.');
    return this.answerOf(order);
  }

  /** Sells a number to a new order. Returns null, with nothing sold, for a known order and when no number is available. */
  private async sellAtOnce(request: SupplierOrderRequest): Promise<SandboxOrder | null> {
    const { orderId, accountId, requestE164 } = request;
    const place = placeOf(request);
    if (!place) return null;
    const e164 = requestE164 ?? (await this.pick(place, orderId));
    if (e164 === null) return null;
    const isUsable = !place.plan.requiresActivation || request.documentsApproved;
    const order: SandboxOrder = { ...undecided(orderId), state: 'bought', e164, isUsable };
    return (await this.state.sellAtOnce(order, accountId, this.clock.now())) ? order : null;
  }

  private async decide(request: SupplierOrderRequest): Promise<SandboxOrder> {
    const { orderId, requestE164, supplierRef } = request;
    const open = undecided(orderId);
    const place = placeOf({ supplierRef });
    const fault = faultOf(requestE164);
    if (fault === 'rejected_later') {
      return { ...open, state: 'working', decidesAt: addSeconds(this.clock.now(), REJECTED_AFTER_SECONDS) };
    }
    const e164 = place && fault !== 'taken' ? await this.sell(request) : null;
    if (!place || e164 === null) return { ...open, state: 'failed', ...NUMBER_UNAVAILABLE };
    const needsDocuments = place.plan.requiresActivation || fault === 'documents_asked';
    return { ...open, state: 'bought', e164, isUsable: !needsDocuments || request.documentsApproved };
  }

  /** Sells the number of the request, and returns it; null when it is not available. */
  private async sell({ orderId, accountId, requestE164 }: SupplierOrderRequest): Promise<string | null> {
    // Any number of an area is sold at once, or none is left.
    if (requestE164 === null) return null;
    return (await this.state.sell(requestE164, accountId, orderId, this.clock.now())) ? requestE164 : null;
  }

  /** Returns the next number of an area after its live rows; null when the area is sold out and for a known order. */
  private async pick({ plan, area }: Place, orderId: string): Promise<string | null> {
    const index = await this.state.takeIndex(areaKey(plan, area), LIVE_PER_AREA, orderId);
    return index !== null && index < inventorySize(plan, area) ? numberAt(plan, area, index) : null;
  }

  private async freeOf(rows: readonly StockRow[], accountId: string): Promise<(row: StockRow) => boolean> {
    const e164s = rows.map(({ e164 }) => e164).filter((e164) => e164 !== null);
    const taken = await this.state.taken(e164s, accountId, this.clock.now());
    return ({ e164 }) => e164 === null || !taken.has(e164);
  }

  private answerOf({ state, e164, isUsable, errorCode, errorMessage, decidesAt }: SandboxOrder): SupplierOrder {
    if (state === 'bought' && e164 !== null) {
      return { status: 'bought', purchase: { e164, supplierNumberRef: null, usable: isUsable } };
    }
    if (state === 'working' && decidesAt && this.clock.now() < decidesAt) return { status: 'working' };
    const code = errorCode ?? REJECTED.errorCode;
    return { status: 'failed', failure: { code, message: errorMessage ?? REJECTED.errorMessage } };
  }
}

function undecided(orderId: string) {
  return { orderId, e164: null, isUsable: false, errorCode: null, errorMessage: null, decidesAt: null };
}

function faultOf(e164: string | null): SandboxFault | null {
  return e164 === null ? null : scriptedFault(e164);
}

function typesOf(country: string) {
  return PLANS.filter((plan) => plan.country === country).map((plan) => ({
    numberType: plan.numberType,
    capabilities: plan.capabilities,
    requiresActivation: plan.requiresActivation,
    fromMonthlyPriceCents: plan.monthlyCents,
  }));
}
