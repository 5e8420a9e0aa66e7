import type { Readable } from 'node:stream';
import type { Page, PageRequest } from '@trunkline/kernel';
import type { Invoice, InvoiceStatus } from '../../domain/invoices/invoice';
import type { BilledEntry } from '../../domain/invoices/invoice-lines';
import type { InvoiceSeries } from '../../domain/invoices/invoice-series';
import type { Month } from '../../domain/invoices/month';
import type { InvoiceView } from './views';

export interface BilledWallet {
  readonly isPrepaid: boolean;
  readonly openedAt: Date;
}

/**
 * The books as invoices see them. Billed is what moved between the customer and our revenue or adjustments: charges,
 * refunds of charges, adjustments. Everything else is payment: top-ups, trial credit, chargebacks, and what is paid out
 * or taken back when an account ends.
 */
export abstract class BilledTransactions {
  /** Accounts whose books have moved since they were billed, with a month to bill before `until`; by their ids. */
  abstract due(until: Date, after: string, limit: number): Promise<string[]>;
  /**
   * Within a transaction: nothing moves in the wallet until that ends, and what moves afterwards does so at `until` or
   * later, whatever the clock of its process says. Throws not_found.
   */
  abstract shut(accountId: string, until: Date): Promise<BilledWallet>;
  /** When the wallet first moved in this time; null: it did not. */
  abstract firstMovement(accountId: string, time: Month): Promise<Date | null>;
  /** Each transaction that is billed in exactly one of them; in order of time where they are single. */
  abstract entries(accountId: string, time: Month): Promise<BilledEntry[]>;
  /** What the balance lacked then, less what was paid in since; below zero where it lacks nothing. */
  abstract owed(accountId: string, then: Date): Promise<number>;
}

export abstract class InvoiceRepository {
  /** Throws RetryTransaction when the month has been billed meanwhile. */
  abstract add(invoice: Invoice, lines: InvoiceView['lines']): Promise<void>;
  abstract save(invoice: Invoice): Promise<void>;
  /** The newest first, locked until the transaction ends. */
  abstract lockOpen(accountId: string): Promise<Invoice[]>;
  /** By their ids. */
  abstract accountsWithOpen(after: string, limit: number): Promise<string[]>;
}

export abstract class InvoiceSeriesRepository {
  /** Locked until the transaction ends, so that what is billed does not grow meanwhile; null: nothing was billed yet. */
  abstract lock(accountId: string): Promise<InvoiceSeries | null>;
  /** A prefix for the account that no other has. */
  abstract prefixFor(accountId: string): Promise<string>;
  /** Throws RetryTransaction when the prefix was taken meanwhile. */
  abstract save(series: InvoiceSeries): Promise<void>;
}

export interface InvoiceFilters {
  readonly statuses?: readonly InvoiceStatus[];
  /** On the beginning of the month: inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** What is shown of invoices that were made. */
export abstract class InvoiceQueries {
  /** The newest month first. */
  abstract list(
    accountId: string,
    filters: InvoiceFilters,
    page: PageRequest<'period_start'>,
  ): Promise<Page<InvoiceView>>;
  /** Null for what is not the account's. */
  abstract find(accountId: string, id: string): Promise<InvoiceView | null>;
}

/** Billing's view of identity. */
export abstract class InvoiceRecipients {
  /** Throws not_found. */
  abstract get(accountId: string): Promise<{ readonly name: string }>;
}

export abstract class InvoicePrinter {
  /** A PDF; the same for the same invoice. */
  abstract print(invoice: InvoiceView): Promise<Readable>;
}
