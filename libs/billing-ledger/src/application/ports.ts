import type { Page, PageRequest } from '@trunkline/kernel';
import type { TransactionKind } from '../domain/journal/postings';
import type { TopupStatus } from '../domain/top-ups/topup';
import type { HoldView, PaymentMethodView, TopupView, TransactionView } from './views';

export interface TransactionFilters {
  readonly kinds?: readonly TransactionKind[];
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly relatedKind?: string;
  readonly relatedId?: string;
  readonly minAmountCents?: number;
  readonly maxAmountCents?: number;
}

type ByTime = PageRequest<'created_at'>;

/** Reads transactions, top-ups and payment methods. `get…` throws not_found, also for another account's record. */
export abstract class BillingQueries {
  abstract listTransactions(
    accountId: string,
    filters: TransactionFilters,
    page: ByTime,
  ): Promise<Page<TransactionView>>;
  /** Returns open holds; those of calls name the decision. */
  abstract listHolds(accountId: string, page: ByTime): Promise<Page<HoldView>>;
  abstract getTransaction(accountId: string, id: string): Promise<TransactionView>;
  abstract listTopups(accountId: string, statuses: readonly TopupStatus[], page: ByTime): Promise<Page<TopupView>>;
  abstract getTopup(accountId: string, id: string): Promise<TopupView>;
  /** Returns whether a top-up of the account ever succeeded. */
  abstract hasToppedUp(accountId: string): Promise<boolean>;
  abstract listPaymentMethods(accountId: string, page: ByTime): Promise<Page<PaymentMethodView>>;
  abstract getPaymentMethod(accountId: string, id: string): Promise<PaymentMethodView>;
}
