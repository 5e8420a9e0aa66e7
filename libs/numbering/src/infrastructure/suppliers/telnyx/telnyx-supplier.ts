import type { Clock, EndUserKind, NumberType } from '@trunkline/kernel';
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
import type { Credential } from '../http/credential';
import { SupplierHttp } from '../http/supplier-http';
import type { LenientRowReader } from '../lenient-row-reader';
import { dataOf, fieldsOf, textOf } from './telnyx-json';
import { TelnyxCallbacks } from './telnyx-callbacks';
import { TelnyxConnection } from './telnyx-connection';
import { TelnyxCoverage, typesOf } from './telnyx-coverage';
import { RESERVATION_SECONDS, TelnyxReservations } from './telnyx-reservations';
import { TelnyxOrders } from './telnyx-orders';
import { requirementsOf } from './telnyx-requirements';
import { TelnyxSearch } from './telnyx-search';
import { TELNYX } from './telnyx-types';

export interface TelnyxOptions {
  readonly baseUrl: URL;
  readonly credential: Credential;
  /** Public key of the Telnyx account in base64, which verifies callbacks. */
  readonly publicKey: string;
  /** Connection of purchased numbers; null for none, so that none is bought. */
  readonly connectionId: string | null;
  readonly timeoutMs?: number;
}

/** Sells the numbers of Telnyx through its API v2 (developers.telnyx.com/api-reference). */
export class TelnyxSupplier implements NumberSupplier {
  readonly name = TELNYX;
  readonly reservationSeconds = RESERVATION_SECONDS;
  private readonly http: SupplierHttp;
  private readonly coverage: TelnyxCoverage;
  private readonly stock: TelnyxSearch;
  private readonly reservations: TelnyxReservations;
  private readonly orders: TelnyxOrders;
  private readonly callbacks: TelnyxCallbacks;

  constructor(
    { baseUrl, credential, publicKey, connectionId, timeoutMs }: TelnyxOptions,
    clock: Clock,
    rowReader: LenientRowReader,
  ) {
    this.http = new SupplierHttp({ supplier: 'Telnyx', baseUrl, credential, ...(timeoutMs && { timeoutMs }) });
    this.coverage = new TelnyxCoverage(clock, rowReader);
    this.stock = new TelnyxSearch(this.coverage, rowReader);
    this.reservations = new TelnyxReservations(clock);
    this.orders = new TelnyxOrders(new TelnyxConnection(connectionId));
    this.callbacks = new TelnyxCallbacks(publicKey, clock);
  }

  search(search: SupplierSearch): Promise<SupplierPage> {
    return this.stock.search(this.http.begin(), search);
  }

  countries(): Promise<readonly CountryCoverage[]> {
    return this.stock.countries(this.http.begin());
  }

  areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    return this.stock.areas(this.http.begin(), country, numberType);
  }

  async requirements(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<Requirements | null> {
    const calls = this.http.begin();
    const sold = await this.coverage.country(calls, country);
    const type = sold && typesOf(sold, numberType)[0];
    if (!type) return null;
    const types = await this.coverage.requirementTypes(calls, country, type);
    return requirementsOf({ country, numberType }, types, endUserKind);
  }

  reserve(offer: Offer, accountId: string): Promise<ReserveOutcome> {
    return this.reservations.reserve(this.http.begin(), offer, accountId);
  }

  /** Telnyx cannot end a reservation early. */
  endReservation(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async quote(offer: Offer, accountId: string): Promise<Offer | null> {
    const calls = this.http.begin();
    const [isTaken, current] = await Promise.all([
      this.reservations.isReservedForOther(calls, offer, accountId),
      this.stock.quote(calls, offer),
    ]);
    return isTaken ? null : current;
  }

  order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.orders.order(this.http.begin(), request);
  }

  findOrder(orderId: string): Promise<SupplierOrder | null> {
    return this.orders.find(this.http.begin(), orderId);
  }

  release(number: ReleasedNumber): Promise<void> {
    return this.orders.release(this.http.begin(), number);
  }

  async parseCallback(request: CallbackRequest): Promise<SupplierCallback | null> {
    return Promise.resolve(this.callbacks.read(request));
  }

  /** Telnyx events contain our order id. */
  orderIdOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  async balance(): Promise<SupplierBalance> {
    const { available_credit: amount, currency } = fieldsOf(dataOf(await this.http.begin().get('/balance')));
    return { amount: textOf(amount), currency: textOf(currency) };
  }

  /** Lists orders, which verifies the API key and the order service. */
  async health(): Promise<SupplierHealth> {
    try {
      await this.http.begin().get('/number_orders', { 'page[size]': 1 });
      return { isUp: true, message: null };
    } catch (error) {
      return { isUp: false, message: String(error) };
    }
  }
}
