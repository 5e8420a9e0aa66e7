import type { Page, PageRequest, StateOf } from '@trunkline/kernel';
import type { AccountRef } from '../sweep';
import type { Invoice, InvoiceStatus } from '../../domain/invoices/invoice';
import type { BilledEntry, InvoiceLine } from '../../domain/invoices/invoice-lines';
import type { InvoiceSeries } from '../../domain/invoices/invoice-series';
import type { Month } from '../../domain/invoices/month';
import type { InvoiceBuyer, InvoiceRecipient, InvoiceSeller } from '../../domain/invoices/party';
import type { PaymentMethodView, TopupView } from '../views';

export interface BilledWallet {
  readonly isPrepaid: boolean;
  readonly openedAt: Date;
}

/**
 * The ledger as invoices see it. Billed transactions move money between the wallet and revenue or adjustments: charges,
 * refunds of charges, and adjustments. All others are payments: top-ups, trial credit, chargebacks and closing payouts.
 */
export abstract class BilledTransactions {
  /** Lists accounts after `after`, by id, with movements since the last invoice in a month that ended by `until`. */
  abstract listDue(until: Date, after: string, limit: number): Promise<AccountRef[]>;
  /**
   * Locks the wallet until the transaction ends, and dates every later movement at `until` or after, whatever the clock
   * of its process says. Throws not_found.
   */
  abstract closePeriod(accountId: string, until: Date): Promise<BilledWallet>;
  /** Returns the time of the first movement in the period, or null. */
  abstract firstMovement(accountId: string, period: Month): Promise<Date | null>;
  /** Returns each billed transaction of the period in exactly one entry, single transactions in order of time. */
  abstract entries(accountId: string, period: Month): Promise<BilledEntry[]>;
  /** Returns the debt at `billedUntil` less payments since; zero or less when nothing is owed. */
  abstract owedCents(accountId: string, billedUntil: Date): Promise<number>;
}

export abstract class InvoiceRepository {
  /** Throws RetryTransaction when the month was billed concurrently. */
  abstract add(invoice: Invoice, lines: readonly InvoiceLine[]): Promise<void>;
  abstract save(invoice: Invoice): Promise<void>;
  /** Returns the account of an invoice. Throws not_found. */
  abstract accountOf(id: string): Promise<string>;
  /** Locks the invoice until the transaction ends. Throws not_found. */
  abstract lock(accountId: string, id: string): Promise<Invoice>;
  /** Locks the open invoices until the transaction ends; newest first. */
  abstract lockOpen(accountId: string): Promise<Invoice[]>;
  /** Lists accounts after `after`, by id, with open invoices. */
  abstract accountsWithOpen(after: string, limit: number): Promise<AccountRef[]>;
}

export abstract class InvoiceSeriesRepository {
  /** Locks the series until the transaction ends, so that no period is billed meanwhile. Null before the first invoice. */
  abstract lock(accountId: string): Promise<InvoiceSeries | null>;
  /** Returns a prefix that no other account uses. */
  abstract prefixFor(accountId: string): Promise<string>;
  /** Throws RetryTransaction when the prefix was taken concurrently. */
  abstract add(series: InvoiceSeries): Promise<void>;
  abstract save(series: InvoiceSeries): Promise<void>;
}

export interface InvoiceFilters {
  readonly statuses?: readonly InvoiceStatus[];
  /** Start of the month, inclusive. */
  readonly from?: Date;
  /** Start of the month, exclusive. */
  readonly to?: Date;
}

/** An issued invoice, or the draft. */
export interface InvoiceView extends Omit<StateOf<Invoice>, 'number' | 'issuedAt'> {
  /** Null for a draft. */
  readonly number: string | null;
  /** Null for a draft. */
  readonly issuedAt: Date | null;
  readonly lines: readonly InvoiceLine[];
}

/** Reads issued invoices. */
export abstract class InvoiceQueries {
  /** Newest month first. */
  abstract list(
    accountId: string,
    filters: InvoiceFilters,
    page: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>>;
  /** Throws not_found for an unknown id or another account's invoice. */
  abstract get(accountId: string, id: string): Promise<InvoiceView>;
  /** As `get`; null instead of not_found. */
  abstract find(accountId: string, id: string): Promise<InvoiceView | null>;
}

/** Accounts with their billing details, which identity owns. */
export abstract class InvoiceRecipients {
  /** Throws not_found. */
  abstract get(accountId: string): Promise<InvoiceRecipient>;
}

/** The operator's settings. */
export abstract class SellerDetails {
  abstract readonly seller: InvoiceSeller;
}

/** A card payment that succeeded. */
export interface Receipt {
  readonly topup: TopupView;
  /** Null once the card was removed. */
  readonly card: Pick<PaymentMethodView, 'brand' | 'last4'> | null;
  readonly buyer: InvoiceBuyer;
}

/** Prints PDF files. The same document prints the same bytes. */
export abstract class BillPrinter {
  /** `earlier`: the number of the invoice that this one voids or replaces, or null. */
  abstract invoice(invoice: InvoiceView, earlier: string | null): Promise<Buffer>;
  abstract receipt(receipt: Receipt): Promise<Buffer>;
}
