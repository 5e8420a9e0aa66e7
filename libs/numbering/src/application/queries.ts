import type { Page, PageRequest } from '@trunkline/kernel';
import type { ActorKind, NumberAction } from '../domain/actor';
import type { CheckoutItemStatus, CheckoutOutcome } from '../domain/checkout/checkout';
import type { Capability, NumberType, Offer, Totals } from '../domain/supply/offer';
import type { OrderStatus } from '../domain/orders/number-order';
import type { NumberStatus } from '../domain/lifecycle/phone-number';

export interface NumberView {
  readonly id: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly capabilities: readonly Capability[];
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly status: NumberStatus;
  readonly requiresActivation: boolean;
  readonly assignedAt: Date;
  readonly nextBillingAt: Date;
  readonly releasedAt: Date | null;
  readonly releaseScheduledAt: Date | null;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
  readonly complianceBundleId: string | null;
  readonly failedBillingAttempts: number;
  readonly lastBillingAttemptAt: Date | null;
  readonly lastBillingFailureCode: string | null;
  readonly deletionLock: boolean;
  readonly label: string | null;
}

/** Spec, Number: "past due" is no status but derived. */
export function isPastDue({
  failedBillingAttempts,
  status,
}: Pick<NumberView, 'failedBillingAttempts' | 'status'>): boolean {
  return failedBillingAttempts > 0 && status === 'active';
}

export interface OrderView {
  readonly id: string;
  readonly status: OrderStatus;
  readonly requestE164: string | null;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string | null;
  readonly monthlyPriceCents: number;
  readonly setupPriceCents: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly assignedNumberId: string | null;
  /** The same number in E.164, by which it is read. */
  readonly assignedE164: string | null;
  readonly customerReference: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface PlacedOrder {
  readonly order: OrderView;
  readonly number: NumberView | null;
}

export interface HistoryView {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly action: NumberAction;
  readonly from: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
}

export interface CheckoutItemView {
  readonly cartItemId: string;
  readonly selectToken: string;
  readonly offer: Offer;
  readonly order: OrderView | null;
  readonly number: NumberView | null;
  readonly status: CheckoutItemStatus;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export interface CheckoutView {
  readonly id: string;
  readonly status: CheckoutOutcome;
  readonly totals: Totals;
  readonly chargedCents: number;
  readonly items: readonly CheckoutItemView[];
  readonly createdAt: Date;
}

export const NUMBER_SORTS = ['assigned_at', 'e164', 'next_billing_at'] as const;
export type NumberSort = (typeof NUMBER_SORTS)[number];

/** A member that is absent filters nothing. Released numbers are shown only when `status` asks for them. */
export interface NumberFilters {
  readonly status?: readonly NumberStatus[];
  readonly country?: readonly string[];
  readonly numberType?: readonly NumberType[];
  readonly trunkId?: readonly string[];
  readonly routingProfileId?: readonly string[];
  readonly complianceBundleId?: readonly string[];
  readonly unrouted?: boolean;
  readonly pastDue?: boolean;
  readonly releaseScheduled?: boolean;
  /** Digits anywhere in the number. */
  readonly q?: string;
  /** All of them. */
  readonly capabilities?: readonly Capability[];
  /** Inclusive. */
  readonly assignedFrom?: Date;
  /** Exclusive. */
  readonly assignedTo?: Date;
}

export interface OrderFilters {
  readonly status?: readonly OrderStatus[];
  readonly country?: readonly string[];
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

export interface CheckoutFilters {
  readonly status?: readonly CheckoutOutcome[];
  readonly from?: Date;
  readonly to?: Date;
}

/** Reads of numbers and orders, straight from SQL. Another account's rows are `not_found`. */
export abstract class NumberQueries {
  /** The live one, else the one released last. One statement by (account, number). */
  abstract get(accountId: string, e164: string): Promise<NumberView>;
  abstract list(accountId: string, filters: NumberFilters, page: PageRequest<NumberSort>): Promise<Page<NumberView>>;
  abstract history(accountId: string, e164: string, page: PageRequest): Promise<Page<HistoryView>>;
  abstract getOrder(accountId: string, orderId: string): Promise<OrderView>;
  abstract placedOrder(accountId: string, orderId: string): Promise<PlacedOrder>;
  abstract listOrders(accountId: string, filters: OrderFilters, page: PageRequest): Promise<Page<OrderView>>;
}

/** Reads of finished checkouts. One that is still running is `checkout_in_progress`, and in no list. */
export abstract class CheckoutQueries {
  abstract get(accountId: string, checkoutId: string): Promise<CheckoutView>;
  abstract list(accountId: string, filters: CheckoutFilters, page: PageRequest): Promise<Page<CheckoutView>>;
}

export interface DirectoryEntry {
  readonly numberId: string;
  readonly accountId: string;
  readonly e164: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly status: NumberStatus;
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
}

export interface LiveCounts {
  readonly active: number;
  readonly suspended: number;
  readonly pendingDocuments: number;
}

/** Live numbers as other contexts ask for them. */
export abstract class NumberDirectory {
  /** Of whatever account; null when nobody here has it. One statement: the switch waits for it. */
  abstract findByE164(e164: string): Promise<DirectoryEntry | null>;
  abstract isOwned(accountId: string, e164: string): Promise<boolean>;
  /** As `isOwned`; within a transaction, to whose end the number is not released. */
  abstract lockOwned(accountId: string, e164: string): Promise<boolean>;
  /** How many live numbers route to each trunk; one that none routes to is 0. */
  abstract countByTrunks(accountId: string, trunkIds: readonly string[]): Promise<Map<string, number>>;
  /** How many active numbers route through each profile (spec, RoutingProfile, number_count). */
  abstract countByProfiles(accountId: string, profileIds: readonly string[]): Promise<Map<string, number>>;
  /** How many live numbers route through a profile, those that do not work at present included. */
  abstract countLiveByProfile(accountId: string, profileId: string): Promise<number>;
  /** Numbers with status active. */
  abstract countActive(accountId: string): Promise<number>;
  /** Live numbers by status; a status that none has is 0. */
  abstract countLive(accountId: string): Promise<LiveCounts>;
  /** Numbers assigned at or after `since`, released ones included. */
  abstract countAssignedSince(accountId: string, since: Date): Promise<number>;
  /** Whether the account ever ordered a number, whatever became of the order. */
  abstract hasOrdered(accountId: string): Promise<boolean>;
}
