import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { DomainError, type EndUserKind, type NumberType } from '@trunkline/kernel';
import {
  type CallbackRequest,
  type NumberSupplier,
  type ReleasedNumber,
  type ReserveOutcome,
  type SupplierCallback,
  SupplierFailure,
  type SupplierBalance,
  type SupplierHealth,
  type SupplierOrder,
  type SupplierOrderRequest,
  type SupplierPage,
  type SupplierSearch,
} from '../../application/supply/supplier';
import type { Offer } from '../../domain/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/requirements';
import { SupplierHttpError } from './http/supplier-errors';

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  readonly failuresMax?: number;
  /** How long the circuit stays open before a call tests the supplier. */
  readonly pauseMs?: number;
  /** Called for each call that failed, unless the supplier rejected the request. */
  readonly onFailure?: (call: string, error: unknown) => void;
}

const FAILURES_MAX = 5;
/** Shorter than the sweeper's retry interval of 20 seconds, so that each retry reaches the supplier. */
const PAUSE_MS = 15_000;

/** The supplier was not called, because its circuit is open. */
export class CircuitOpenError extends SupplierFailure {
  override readonly name = 'CircuitOpenError';

  constructor(supplier: string) {
    super(`The circuit of ${supplier} is open after repeated failures.`);
  }
}

/**
 * Protects a supplier with a circuit breaker, so that an unavailable supplier does not slow down the others. While the
 * circuit is open, calls are rejected at once; then one call tests the supplier.
 *
 * This is safe for `order`, `findOrder` and `release`: their callers treat a rejection as an unknown outcome and retry, and
 * a call that was not sent has no effect. `parseCallback` makes no call and is not affected.
 */
export class CircuitBreakerSupplier implements NumberSupplier {
  readonly name: string;
  readonly reservationSeconds: number;
  private readonly breaker;
  private readonly onFailure: CircuitBreakerOptions['onFailure'];

  constructor(
    private readonly inner: NumberSupplier,
    { failuresMax = FAILURES_MAX, pauseMs = PAUSE_MS, onFailure }: CircuitBreakerOptions = {},
  ) {
    this.onFailure = onFailure;
    this.name = inner.name;
    this.reservationSeconds = inner.reservationSeconds;
    const breaker = new ConsecutiveBreaker(failuresMax);
    this.breaker = circuitBreaker(
      handleWhen((error) => !isRefusal(error)),
      { breaker, halfOpenAfter: pauseMs },
    );
  }

  search(search: SupplierSearch): Promise<SupplierPage> {
    return this.call('search', () => this.inner.search(search));
  }

  countries(): Promise<readonly CountryCoverage[]> {
    return this.call('countries', () => this.inner.countries());
  }

  areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    return this.call('areas', () => this.inner.areas(country, numberType));
  }

  requirements(country: string, numberType: NumberType, endUserKind: EndUserKind | null): Promise<Requirements | null> {
    return this.call('requirements', () => this.inner.requirements(country, numberType, endUserKind));
  }

  reserve(offer: Offer, accountId: string): Promise<ReserveOutcome> {
    return this.call('reserve', () => this.inner.reserve(offer, accountId));
  }

  endReservation(offer: Offer, accountId: string): Promise<boolean> {
    return this.call('endReservation', () => this.inner.endReservation(offer, accountId));
  }

  quote(offer: Offer, accountId: string): Promise<Offer | null> {
    return this.call('quote', () => this.inner.quote(offer, accountId));
  }

  order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.call('order', () => this.inner.order(request));
  }

  findOrder(orderId: string): Promise<SupplierOrder | null> {
    return this.call('findOrder', () => this.inner.findOrder(orderId));
  }

  release(number: ReleasedNumber): Promise<void> {
    return this.call('release', () => this.inner.release(number));
  }

  parseCallback(request: CallbackRequest): Promise<SupplierCallback | null> {
    return this.inner.parseCallback(request);
  }

  orderIdOf(supplierOrderId: string): Promise<string | null> {
    return this.call('orderIdOf', () => this.inner.orderIdOf(supplierOrderId));
  }

  /** Reports the supplier as down while the circuit is open. May be the call that tests the supplier. */
  async health(): Promise<SupplierHealth> {
    try {
      return await this.call('health', () => this.requireHealth());
    } catch (error) {
      return { isUp: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  async balance(): Promise<SupplierBalance | null> {
    return (await this.inner.balance?.()) ?? null;
  }

  /** Whether calls are rejected without being sent. */
  get isOpen(): boolean {
    return this.breaker.state === CircuitState.Open;
  }

  private async requireHealth(): Promise<SupplierHealth> {
    const health = await this.inner.health();
    if (!health.isUp) throw new Error(health.message ?? `${this.name} is down.`);
    return health;
  }

  private async call<T>(name: string, operation: () => Promise<T>): Promise<T> {
    try {
      return await this.breaker.execute(operation);
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new CircuitOpenError(this.name);
      if (!isRefusal(error)) this.onFailure?.(name, error);
      throw error;
    }
  }
}

/** A rejected request shows that the supplier is available. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError || (error instanceof SupplierHttpError && error.isRefusal);
}
