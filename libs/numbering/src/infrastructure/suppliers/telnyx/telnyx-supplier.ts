import type { Clock } from '@trunkline/kernel';
import {
  type CallbackRequest,
  NumberSupplier,
  type ReleasedNumber,
  type ReserveOutcome,
  type SupplierCallback,
  type SupplierHealth,
  type SupplierOrder,
  type SupplierOrderRequest,
  type SupplierPage,
  type SupplierSearch,
} from '../../../application/supply/supplier';
import type { EndUserKind, NumberType, Offer } from '../../../domain/supply/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../../domain/supply/requirements';
import type { Credential } from '../http/credential';
import { SupplierHttp } from '../http/supplier-http';
import type { OddRows } from '../odd-rows';
import { TelnyxCallbacks } from './telnyx-callbacks';
import { TelnyxCoverage, typesOf } from './telnyx-coverage';
import { RESERVATION_SECONDS, TelnyxHolds } from './telnyx-holds';
import { TelnyxOrders } from './telnyx-orders';
import { requirementsOf } from './telnyx-requirements';
import { TelnyxSearch } from './telnyx-search';
import { TELNYX } from './telnyx-types';

export interface TelnyxOptions {
  /** Such as https://api.telnyx.com/v2. */
  readonly baseUrl: URL;
  /** `fixedCredential('authorization', 'Bearer …')`. */
  readonly credential: Credential;
  /** The account's public key in base64, with which callbacks are verified. */
  readonly publicKey: string;
  /** Where Telnyx sends calls to the numbers that are bought; null leaves them without. */
  readonly connectionId: string | null;
  /** For all requests of one method, instead of ten seconds. */
  readonly boundMs?: number;
}

/** Numbers of Telnyx, API v2 (developers.telnyx.com/api-reference). */
export class TelnyxSupplier extends NumberSupplier {
  override readonly name = TELNYX;
  override readonly reservationSeconds = RESERVATION_SECONDS;
  private readonly http: SupplierHttp;
  private readonly coverage: TelnyxCoverage;
  private readonly stock: TelnyxSearch;
  private readonly holds: TelnyxHolds;
  private readonly orders: TelnyxOrders;
  private readonly callbacks: TelnyxCallbacks;

  constructor(
    { baseUrl, credential, publicKey, connectionId, boundMs }: TelnyxOptions,
    clock: Clock,
    oddRows: OddRows,
  ) {
    super();
    this.http = new SupplierHttp({ supplier: 'Telnyx', baseUrl, credential, ...(boundMs && { boundMs }) });
    this.coverage = new TelnyxCoverage(clock, oddRows);
    this.stock = new TelnyxSearch(this.coverage, oddRows);
    this.holds = new TelnyxHolds(clock);
    this.orders = new TelnyxOrders(connectionId);
    this.callbacks = new TelnyxCallbacks(publicKey, clock);
  }

  override search(search: SupplierSearch): Promise<SupplierPage> {
    return this.stock.search(this.http.begin(), search);
  }

  override countries(): Promise<readonly CountryCoverage[]> {
    return this.stock.countries(this.http.begin());
  }

  override areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    return this.stock.areas(this.http.begin(), country, numberType);
  }

  override async requirements(
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

  override reserve(offer: Offer, accountId: string): Promise<ReserveOutcome> {
    return this.holds.reserve(this.http.begin(), offer, accountId);
  }

  /** Telnyx makes, extends and lists reservations, and ends none before its time. */
  override endReservation(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override async quote(offer: Offer, accountId: string): Promise<Offer | null> {
    const calls = this.http.begin();
    const [isTaken, current] = await Promise.all([
      this.holds.isHeldForAnother(calls, offer, accountId),
      this.stock.quote(calls, offer),
    ]);
    return isTaken ? null : current;
  }

  override order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.orders.order(this.http.begin(), request);
  }

  override findOrder(orderId: string): Promise<SupplierOrder | null> {
    return this.orders.find(this.http.begin(), orderId);
  }

  override release(number: ReleasedNumber): Promise<void> {
    return this.orders.release(this.http.begin(), number);
  }

  override async parseCallback(request: CallbackRequest): Promise<SupplierCallback | null> {
    return Promise.resolve(this.callbacks.read(request));
  }

  /** Its events carry our order id, as an order's `customer_reference`. */
  override orderIdOf(): Promise<string | null> {
    return Promise.resolve(null);
  }

  /** Whether it lists our orders: that needs the key, and the part of Telnyx that takes orders. */
  override async health(): Promise<SupplierHealth> {
    try {
      await this.http.begin().get('/number_orders', { 'page[size]': 1 });
      return { isUp: true, message: null };
    } catch (error) {
      return { isUp: false, message: String(error) };
    }
  }
}
