import { type Clock, type EndUserKind, NUMBER_TYPES, type NumberType } from '@trunkline/kernel';
import type { Log } from '@trunkline/platform';
import {
  type CallbackRequest,
  type NumberSupplier,
  type ReleasedNumber,
  type ReserveOutcome,
  type SupplierCallback,
  type SupplierBalance,
  type SupplierHealth,
  type SupplierOrder,
  type SupplierOrderRequest,
  type SupplierPage,
  type SupplierSearch,
} from '../../../application/supply/supplier';
import type { Offer } from '../../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../../domain/requirements';
import type { SupplierHttp } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { coverageOf, type DidGroup, offerOf } from './did-group';
import { DidwwCallbacks } from './didww-callback';
import { DidwwCatalog } from './didww-catalog';
import { DIDWW, type DidwwConfig } from './didww-config';
import { DidwwOrders } from './didww-orders';
import { DidwwRequirements } from './didww-requirements';
import { DidwwReservations, isFree, RESERVATION_SECONDS } from './didww-reservations';
import { DidwwSearch } from './didww-search';
import { resourceOf } from './json-api';
import { DidwwVoiceIn } from './didww-voice-in';
import type { ReservationBudget } from './reservation-budget';

/**
 * Sells the numbers of DIDWW through version 2026-04-16 of its API 3 (doc.didww.com/api3/2026-04-16). DIDWW reviews
 * documents itself: a number that it sells before their approval is not usable, whatever we have approved.
 */
export class DidwwSupplier implements NumberSupplier {
  readonly name = DIDWW;
  readonly reservationSeconds = RESERVATION_SECONDS;
  private readonly catalog: DidwwCatalog;
  private readonly reservations: DidwwReservations;
  private readonly offers: DidwwSearch;
  private readonly requirementRules: DidwwRequirements;
  private readonly orders: DidwwOrders;
  private readonly callbacks: DidwwCallbacks;

  constructor(
    { callbackUrl, callbackSecrets, voiceIn }: DidwwConfig,
    private readonly http: SupplierHttp,
    budget: ReservationBudget,
    rowReader: LenientRowReader,
    clock: Clock,
    log: Log,
  ) {
    this.catalog = new DidwwCatalog(clock, rowReader);
    this.reservations = new DidwwReservations(budget, clock);
    this.offers = new DidwwSearch(this.catalog, rowReader);
    this.requirementRules = new DidwwRequirements(this.catalog, rowReader);
    this.orders = new DidwwOrders(this.catalog, this.reservations, new DidwwVoiceIn(voiceIn), callbackUrl, log);
    this.callbacks = new DidwwCallbacks(callbackUrl, callbackSecrets);
  }

  /** The number of groups of types that are not sold here, by DIDWW type. */
  get droppedGroups(): Readonly<Record<string, number>> {
    return this.catalog.droppedGroups;
  }

  search(search: SupplierSearch): Promise<SupplierPage> {
    return this.offers.page(this.http.begin(), search);
  }

  async countries(): Promise<readonly CountryCoverage[]> {
    const coverage = await this.catalog.coverage(this.http.begin());
    return coverage
      .map(([{ country, name, callingCode }, groups]) => ({ country, name, callingCode, numberTypes: typesOf(groups) }))
      .filter(({ numberTypes }) => numberTypes.length > 0);
  }

  async areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    const groups = await this.catalog.groups(this.http.begin(), country);
    return groups
      .filter((group) => group.numberType === (numberType ?? group.numberType))
      .map(({ prefix, city, region, isAvailable: inStock, monthlyPriceCents: fromMonthlyPriceCents }) => ({
        areaCode: prefix ?? '',
        city,
        region,
        inStock,
        fromMonthlyPriceCents,
      }));
  }

  requirements(country: string, type: NumberType, kind: EndUserKind | null): Promise<Requirements | null> {
    return this.requirementRules.find(this.http.begin(), country, type, kind);
  }

  async reserve({ supplierRef }: Offer, accountId: string): Promise<ReserveOutcome> {
    const { available_did_id: did } = supplierRef;
    return did === undefined ? 'available' : this.reservations.reserve(this.http.begin(), did, accountId);
  }

  async endReservation({ supplierRef }: Offer, accountId: string): Promise<boolean> {
    const { available_did_id: did } = supplierRef;
    if (did !== undefined) await this.reservations.end(this.http.begin(), did, accountId);
    return true;
  }

  async quote({ supplierRef, e164 }: Offer, accountId: string): Promise<Offer | null> {
    const { did_group_id: groupId, available_did_id: did } = supplierRef;
    const calls = this.http.begin();
    const group = groupId === undefined ? null : await this.catalog.group(calls, groupId);
    if (!group) return null;
    if (e164 === null || did === undefined) return group.isAvailable ? offerOf(group, null) : null;
    const reservation = await this.reservations.find(calls, did);
    const isForSale = reservation ? reservation.accountId === accountId : await isFree(calls, did);
    return isForSale ? offerOf(group, { number: e164.slice(1), availableDidId: did }) : null;
  }

  order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.orders.place(this.http.begin(), request);
  }

  findOrder(orderId: string): Promise<SupplierOrder | null> {
    return this.orders.find(this.http.begin(), orderId);
  }

  release(number: ReleasedNumber): Promise<void> {
    return this.orders.returnNumber(this.http.begin(), number);
  }

  /** DIDWW events contain only the DIDWW order id. */
  async parseCallback(request: CallbackRequest): Promise<SupplierCallback | null> {
    const event = this.callbacks.read(request);
    if (!event) return Promise.resolve(null);
    return { eventId: `${event.orderId}:${event.status}`, orderId: null, supplierOrderId: event.orderId };
  }

  orderIdOf(supplierOrderId: string): Promise<string | null> {
    return this.orders.referenceOf(this.http.begin(), supplierOrderId);
  }

  async balance(): Promise<SupplierBalance> {
    return { amount: resourceOf(await this.http.begin().get('/balance')).text('total_balance'), currency: 'USD' };
  }

  async health(): Promise<SupplierHealth> {
    try {
      await this.http.begin().get('/did_group_types');
      return { isUp: true, message: null };
    } catch (error) {
      return { isUp: false, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function typesOf(groups: readonly DidGroup[]): CountryCoverage['numberTypes'] {
  return NUMBER_TYPES.flatMap((type) => {
    const ofType = groups.filter(({ numberType }) => numberType === type);
    return ofType.length === 0 ? [] : coverageOf(type, ofType);
  });
}
