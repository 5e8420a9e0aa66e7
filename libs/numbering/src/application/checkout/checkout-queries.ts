import type { Page, PageRequest } from '@trunkline/kernel';
import type { CheckoutItemStatus, CheckoutOutcome } from '../../domain/checkout/checkout';
import type { Offer, Totals } from '../../domain/offer';
import type { NumberView } from '../lifecycle/number-queries';
import type { OrderView } from '../orders/order-queries';

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

export interface CheckoutFilters {
  readonly status?: readonly CheckoutOutcome[];
  readonly from?: Date;
  readonly to?: Date;
}

/** Reads finished checkouts. Throws `checkout_in_progress` for an unfinished one, and lists none. */
export abstract class CheckoutQueries {
  abstract get(accountId: string, checkoutId: string): Promise<CheckoutView>;
  abstract list(accountId: string, filters: CheckoutFilters, page: PageRequest): Promise<Page<CheckoutView>>;
}
