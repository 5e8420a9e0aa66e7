import { addDays, CommonErrors, CURRENCY, newId, type StateOf } from '@trunkline/kernel';
import { type InvoiceLine, sumOf } from './invoice-lines';
import type { Month } from './month';
import type { InvoiceBuyer, InvoiceSeller } from './party';

/** `draft` is not issued yet, and not stored. `void` was corrected by another invoice. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Payment term of a postpaid invoice. */
const PAYMENT_DAYS = 14;

export interface InvoiceTotals {
  readonly subtotalCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** Returns the totals. Prices are final: no tax is added. */
export function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const subtotalCents = sumOf(lines);
  return { subtotalCents, taxCents: 0, totalCents: subtotalCents };
}

export interface NewInvoice {
  readonly accountId: string;
  readonly number: string;
  readonly month: Month;
  readonly lines: readonly InvoiceLine[];
  /** A prepaid invoice was paid from the balance at the time of each charge. */
  readonly isPrepaid: boolean;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
}

/** The invoice that voids another one. */
export interface Correction {
  readonly number: string;
  readonly reason: string;
}

/** The invoice that replaces a void one. */
export type Replacement = Pick<NewInvoice, 'number' | 'seller' | 'buyer'>;

/** An invoice that neither corrects nor replaces another one, nor is corrected. */
export const NO_LINKS = {
  correctsId: null,
  correctionReason: null,
  correctedById: null,
  replacesId: null,
  replacedById: null,
};

/** The invoice of a month, issued once after the month has ended. Its lines and totals never change. */
export class Invoice {
  readonly id!: string;
  readonly accountId!: string;
  /** Consecutive within the account. */
  readonly number!: string;
  readonly status!: InvoiceStatus;
  readonly periodStart!: Date;
  readonly periodEnd!: Date;
  readonly subtotalCents!: number;
  readonly taxCents!: number;
  readonly totalCents!: number;
  readonly amountPaidCents!: number;
  readonly currency!: string;
  /** The buyer's name at the time of issue. */
  readonly recipientName!: string;
  /** As at the time of issue; null for invoices of releases that did not keep it. */
  readonly seller!: InvoiceSeller | null;
  /** As at the time of issue; null for invoices of releases that did not keep it. */
  readonly buyer!: InvoiceBuyer | null;
  /** The invoice that this one voids. */
  readonly correctsId!: string | null;
  readonly correctionReason!: string | null;
  /** The invoice that voids this one. */
  readonly correctedById!: string | null;
  /** The void invoice that this one replaces. */
  readonly replacesId!: string | null;
  /** The invoice that replaces this void one. */
  readonly replacedById!: string | null;
  readonly issuedAt!: Date;
  readonly dueAt!: Date | null;
  readonly paidAt!: Date | null;

  private constructor(state: StateOf<Invoice>) {
    Object.assign(this, state);
  }

  /** Issues an invoice: paid if the account is prepaid or nothing is due, else open. */
  static issue({ accountId, number, month, lines, isPrepaid, seller, buyer }: NewInvoice, now: Date): Invoice {
    const totals = totalsOf(lines);
    const isPaid = isPrepaid || totals.totalCents <= 0;
    const payment = isPaid
      ? { status: 'paid' as const, amountPaidCents: totals.totalCents, dueAt: null, paidAt: now }
      : { status: 'open' as const, amountPaidCents: 0, dueAt: addDays(now, PAYMENT_DAYS), paidAt: null };
    return new Invoice({
      id: newId('inv'),
      accountId,
      number,
      periodStart: month.start,
      periodEnd: month.end,
      ...totals,
      ...payment,
      currency: CURRENCY,
      recipientName: buyer.legalName,
      seller,
      buyer,
      ...NO_LINKS,
      issuedAt: now,
    });
  }

  /**
   * Voids the invoice and returns the correcting invoice: its amounts and lines with the opposite sign. No money moves, and
   * nothing is due for either. Throws invalid_state for a void or correcting invoice.
   */
  void({ number, reason }: Correction, now: Date): Invoice {
    if (this.correctsId !== null)
      throw CommonErrors.invalid_state({ message: 'An invoice that voids another cannot be voided.' });
    if (this.status !== 'open' && this.status !== 'paid') throw this.wrongState('void');
    const { accountId, periodStart, periodEnd, currency, recipientName, seller, buyer } = this;
    const totalCents = 0 - this.totalCents;
    const correction = new Invoice({
      id: newId('inv'),
      accountId,
      number,
      periodStart,
      periodEnd,
      subtotalCents: 0 - this.subtotalCents,
      taxCents: 0 - this.taxCents,
      totalCents,
      amountPaidCents: totalCents,
      currency,
      recipientName,
      seller,
      buyer,
      ...NO_LINKS,
      correctsId: this.id,
      correctionReason: reason,
      status: 'paid',
      issuedAt: now,
      dueAt: null,
      paidAt: now,
    });
    this.become({ status: 'void', correctedById: correction.id });
    return correction;
  }

  /**
   * Issues the void invoice again, with other parties: paid when it was, else open, with the whole payment term. Throws
   * invalid_state for an invoice that is not void, or has been replaced.
   */
  reissue({ number, seller, buyer }: Replacement, now: Date): Invoice {
    if (this.status !== 'void' || this.replacedById !== null)
      throw CommonErrors.invalid_state({ message: `An invoice in status ${this.status} cannot be issued again.` });
    const { accountId, periodStart, periodEnd, subtotalCents, taxCents, totalCents, currency, paidAt } = this;
    const payment =
      paidAt === null
        ? { status: 'open' as const, amountPaidCents: 0, dueAt: addDays(now, PAYMENT_DAYS) }
        : { status: 'paid' as const, amountPaidCents: totalCents, dueAt: null };
    const replacement = new Invoice({
      id: newId('inv'),
      accountId,
      number,
      periodStart,
      periodEnd,
      subtotalCents,
      taxCents,
      totalCents,
      currency,
      recipientName: buyer.legalName,
      seller,
      buyer,
      ...NO_LINKS,
      replacesId: this.id,
      ...payment,
      issuedAt: now,
      paidAt,
    });
    this.become({ replacedById: replacement.id });
    return replacement;
  }

  /**
   * Records the part that the balance does not cover. Once covered in full, the invoice is paid and stays paid. Until then
   * a chargeback can increase the uncovered part again.
   */
  cover(uncoveredCents: number, now: Date): void {
    if (this.status !== 'open') throw this.wrongState('paid');
    this.become({ amountPaidCents: this.totalCents - uncoveredCents });
    if (uncoveredCents === 0) this.become({ status: 'paid', paidAt: now });
  }

  private wrongState(next: InvoiceStatus): Error {
    return CommonErrors.invalid_state({ message: `An invoice in status ${this.status} cannot become ${next}.` });
  }

  private become(change: Partial<Invoice>): void {
    Object.assign(this, change);
  }
}

/**
 * Allocates the debt to open invoices, newest first, so that payments settle the oldest. `owedCents` is the debt at the
 * end of the last billed month less payments since.
 */
export function settle(openNewestFirst: readonly Invoice[], owedCents: number, now: Date): void {
  let leftCents = Math.max(0, owedCents);
  for (const invoice of openNewestFirst) {
    const uncoveredCents = Math.min(invoice.totalCents, leftCents);
    leftCents -= uncoveredCents;
    invoice.cover(uncoveredCents, now);
  }
}
