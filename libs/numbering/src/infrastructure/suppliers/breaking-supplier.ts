import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { DomainError } from '@trunkline/kernel';
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
} from '../../application/supply/supplier';
import type { EndUserKind, NumberType, Offer } from '../../domain/supply/offer';
import type { AreaStock, CountryCoverage, Requirements } from '../../domain/supply/requirements';
import { SupplierHttpError } from './http/supplier-errors';

export interface BreakingOptions {
  /** Rejections in a row after which it rests. */
  readonly failuresMax?: number;
  /** How long it rests before one call tries it again. */
  readonly restMs?: number;
}

const FAILURES_MAX = 5;
/** Less than the sweeper's pause of 20 seconds: each round of it meets a supplier that has been tried again. */
const REST_MS = 15_000;

/** The supplier was not asked, as it has failed too often in a row. */
export class SupplierRestsError extends Error {
  override readonly name = 'SupplierRestsError';

  constructor(supplier: string) {
    super(`${supplier} is not asked: it has failed repeatedly, and rests.`);
  }
}

/**
 * Keeps a dead supplier from slowing the others. After some rejections in a row it rests: every call that would ask it
 * is rejected at once. After the rest one call goes through, and the others wait for its outcome: success wakes the
 * supplier, another rejection sends it back to rest.
 *
 * `order`, `findOrder` and `release` rest too. A rejection means an unknown outcome to their callers, and those ask
 * again until it is known; one that was never sent has no effect that the asking could miss, so a rest costs them time
 * and nothing else. Let through, each would hold its caller for ten seconds: a customer in front of a number, and a
 * sweeper behind which the orders at living suppliers queue.
 *
 * `parseCallback` asks nobody and never rests: news from a supplier is read whatever became of our calls.
 */
export class BreakingSupplier extends NumberSupplier {
  override readonly name: string;
  override readonly reservationSeconds: number;
  private readonly breaker;

  constructor(
    private readonly inner: NumberSupplier,
    { failuresMax = FAILURES_MAX, restMs = REST_MS }: BreakingOptions = {},
  ) {
    super();
    this.name = inner.name;
    this.reservationSeconds = inner.reservationSeconds;
    const breaker = new ConsecutiveBreaker(failuresMax);
    this.breaker = circuitBreaker(
      handleWhen((error) => !isRefusal(error)),
      { breaker, halfOpenAfter: restMs },
    );
  }

  override search(search: SupplierSearch): Promise<SupplierPage> {
    return this.ask(() => this.inner.search(search));
  }

  override countries(): Promise<readonly CountryCoverage[]> {
    return this.ask(() => this.inner.countries());
  }

  override areas(country: string, numberType: NumberType | null): Promise<readonly AreaStock[]> {
    return this.ask(() => this.inner.areas(country, numberType));
  }

  override requirements(
    country: string,
    numberType: NumberType,
    endUserKind: EndUserKind | null,
  ): Promise<Requirements | null> {
    return this.ask(() => this.inner.requirements(country, numberType, endUserKind));
  }

  override reserve(offer: Offer, accountId: string): Promise<ReserveOutcome> {
    return this.ask(() => this.inner.reserve(offer, accountId));
  }

  override endReservation(offer: Offer, accountId: string): Promise<boolean> {
    return this.ask(() => this.inner.endReservation(offer, accountId));
  }

  override quote(offer: Offer, accountId: string): Promise<Offer | null> {
    return this.ask(() => this.inner.quote(offer, accountId));
  }

  override order(request: SupplierOrderRequest): Promise<SupplierOrder> {
    return this.ask(() => this.inner.order(request));
  }

  override findOrder(orderId: string): Promise<SupplierOrder | null> {
    return this.ask(() => this.inner.findOrder(orderId));
  }

  override release(number: ReleasedNumber): Promise<void> {
    return this.ask(() => this.inner.release(number));
  }

  override parseCallback(request: CallbackRequest): Promise<SupplierCallback | null> {
    return this.inner.parseCallback(request);
  }

  override orderIdOf(supplierOrderId: string): Promise<string | null> {
    return this.ask(() => this.inner.orderIdOf(supplierOrderId));
  }

  /** While it rests, it is down without being asked. After the rest this call may be the one that wakes it. */
  override async health(): Promise<SupplierHealth> {
    try {
      return await this.ask(() => this.requireHealth());
    } catch (error) {
      return { isUp: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Whether calls are rejected without being sent. */
  get isResting(): boolean {
    return this.breaker.state === CircuitState.Open;
  }

  private async requireHealth(): Promise<SupplierHealth> {
    const health = await this.inner.health();
    if (!health.isUp) throw new Error(health.message ?? `${this.name} is down.`);
    return health;
  }

  private async ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await this.breaker.execute(call);
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new SupplierRestsError(this.name);
      throw error;
    }
  }
}

/** An answer, in the domain's terms or in its own: whoever gives it is alive. */
function isRefusal(error: Error): boolean {
  return error instanceof DomainError || (error instanceof SupplierHttpError && error.isRefusal);
}
