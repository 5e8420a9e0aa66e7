import type { Page, PageRequest } from '@trunkline/kernel';
import type { OrderStatus } from '../../domain/orders/number-order';
import type { NumberType } from '../../domain/supply/offer';
import type { NumberView } from '../lifecycle/number-queries';

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
  /** The assigned number in E.164. */
  readonly assignedE164: string | null;
  readonly customerReference: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
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
