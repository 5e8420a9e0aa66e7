import type { Page, PageRequest } from '@trunkline/kernel';
import type { Debt } from '../domain/debt';
import type { TransactionKind } from '../domain/journal/postings';
import type { TopupStatus } from '../domain/topup';
import type { AccountRef } from './sweep';
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
  /** As `getPaymentMethod`; null instead of not_found. */
  abstract findPaymentMethod(accountId: string, id: string): Promise<PaymentMethodView | null>;
}

export abstract class DebtRepository {
  /** Locks the account's debt until the transaction ends; `Debt.none` for an account without one. */
  abstract lock(accountId: string): Promise<Debt>;
  /** Saves a debt that was locked in this transaction. */
  abstract save(debt: Debt): Promise<void>;
  /** Lists the accounts after `after`, by id, that are in debt or were at the last check. */
  abstract listOpen(after: string, limit: number): Promise<AccountRef[]>;
}

/** Suspension of accounts for debt, by identity. Each method joins the transaction around it and is safe to repeat. */
export abstract class DebtSuspensions {
  /** False, with nothing changed, when the account is closed or already suspended for debt. Throws not_found. */
  abstract suspend(accountId: string): Promise<boolean>;
  /** Ends a suspension for debt. A suspension by an operator stays. Throws not_found. */
  abstract reinstate(accountId: string): Promise<unknown>;
}

export interface BillingContact {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The members of an account, whom identity manages. */
export abstract class BillingContacts {
  /** Lists the recipients of billing mails: owners and members with the role `billing`. */
  abstract billingContacts(accountId: string): Promise<readonly BillingContact[]>;
}
