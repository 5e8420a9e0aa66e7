import type { Page, PageRequest } from '@trunkline/kernel';
import type { NumberOrder, OrderStatus } from '../../domain/number-order';
import type { NumberView } from '../lifecycle/number-queries';

/** What a customer reads of an order. */
export const ORDER_MEMBERS = [
  'id',
  'status',
  'requestE164',
  'country',
  'numberType',
  'areaCode',
  'monthlyPriceCents',
  'setupPriceCents',
  'errorCode',
  'errorMessage',
  'assignedNumberId',
  'customerReference',
  'createdAt',
  'completedAt',
] as const;

export interface OrderView extends Pick<NumberOrder, (typeof ORDER_MEMBERS)[number]> {
  /** The assigned number in E.164. */
  readonly assignedE164: string | null;
}

export interface PlacedOrder {
  readonly order: OrderView;
  readonly number: NumberView | null;
}

export interface OrderFilters {
  readonly status?: readonly OrderStatus[];
  readonly country?: readonly string[];
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Reads orders. Throws `not_found` for those of another account. */
export abstract class OrderQueries {
  abstract get(accountId: string, orderId: string): Promise<OrderView>;
  /** Returns the order with the number that it assigned, if any. */
  abstract placed(accountId: string, orderId: string): Promise<PlacedOrder>;
  abstract list(accountId: string, filters: OrderFilters, page: PageRequest): Promise<Page<OrderView>>;
}
