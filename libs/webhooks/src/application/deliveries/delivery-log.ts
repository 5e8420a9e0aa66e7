import type { Page, PageRequest } from '@trunkline/kernel';
import type { Attempt, DeliveryStatus } from '../../domain/delivery';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';

export interface DeliveryView {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly isTest: boolean;
  readonly status: DeliveryStatus;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export interface DeliveryFilters {
  readonly statuses?: readonly string[];
  readonly eventTypes?: readonly string[];
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

export interface ReplayRange {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** `*` stands for all. */
  readonly eventTypes: readonly string[];
  /** Only failed and abandoned deliveries. */
  readonly onlyFailed: boolean;
}

export interface TestDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly data: object;
}

/** Null `numberId`: the events of all numbers. */
type ReplayTarget = Pick<WebhookEndpoint, 'id' | 'accountId' | 'numberId'>;

/**
 * The deliveries of an endpoint, for the customer: those that have not expired. The caller has checked the endpoint's account. See
 * docs/events.md#retention.
 */
export abstract class DeliveryLog {
  abstract list(
    endpointId: string,
    filters: DeliveryFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<DeliveryView>>;
  /** Locks the delivery until the transaction ends. Throws `not_found`. */
  abstract lock(endpointId: string, id: string): Promise<void>;
  /** Makes a delivery due, with a new cycle of attempts. Returns null if its event has expired. */
  abstract restart(endpointId: string, id: string): Promise<DeliveryView | null>;
  abstract addTest(
    endpoint: { readonly id: string; readonly accountId: string },
    test: TestDelivery,
  ): Promise<DeliveryView>;
  /** Counts what a replay would send, at most `limit`. */
  abstract count(endpoint: ReplayTarget, range: ReplayRange, limit: number): Promise<number>;
  /** Makes the events of the range due, pending ones excepted. Returns how many. */
  abstract replay(endpoint: ReplayTarget, range: ReplayRange): Promise<number>;
  /** Drops the months in which all deliveries are finished and were created before `before`. Returns how many they had. */
  abstract dropMonths(before: Date): Promise<number>;
  /** Removes up to `limit` finished deliveries from before months that were created before `before`. Returns how many. */
  abstract prune(before: Date, limit: number): Promise<number>;
  /** Removes deleted endpoints without deliveries. */
  abstract pruneEndpoints(): Promise<void>;
}
