import { addDays, CommonErrors, CURRENCY, newId } from '@trunkline/kernel';
import { type InvoiceLine, sumOf } from './invoice-lines';
import type { Month } from './month';

/** `draft` is the running month, which is shown and not kept. Nothing makes an invoice void yet. */
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Until when a postpaid invoice is to be paid. */
export const PAYMENT_DAYS = 14;

export interface InvoiceTotals {
  readonly subtotalCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** Prices are final: no tax is added to them. Whoever has to add one does it here. */
export function totalsOf(lines: readonly InvoiceLine[]): InvoiceTotals {
  const [subtotalCents, taxCents] = [sumOf(lines), 0];
  return { subtotalCents, taxCents, totalCents: subtotalCents + taxCents };
}

export interface NewInvoice {
  readonly accountId: string;
  readonly number: string;
  readonly month: Month;
  readonly lines: readonly InvoiceLine[];
  /** Prepaid: all of it was paid out of the balance when it was charged. */
  readonly isPrepaid: boolean;
  /** Kept as it is now: a bill names whom it was made for. */
  readonly recipientName: string;
}

type State = {
  -readonly [K in keyof Invoice as Invoice[K] extends (...args: never[]) => unknown ? never : K]: Invoice[K];
};

/** What a month came to: made once when it is over, its lines and sums never changed. */
export class Invoice {
  readonly id!: string;
  readonly accountId!: string;
  /** Without gaps within the account. */
  readonly number!: string;
  readonly status!: InvoiceStatus;
  readonly periodStart!: Date;
  readonly periodEnd!: Date;
  readonly subtotalCents!: number;
  readonly taxCents!: number;
  readonly totalCents!: number;
  readonly amountPaidCents!: number;
  readonly currency!: string;
  readonly recipientName!: string;
  readonly issuedAt!: Date;
  readonly dueAt!: Date | null;
  readonly paidAt!: Date | null;

  private constructor(state: Partial<State>) {
    Object.assign(this, state);
  }

  /** Paid at once where nothing is to be paid: in advance, or when more was given back than charged. */
  static issue({ accountId, number, month, lines, isPrepaid, recipientName }: NewInvoice, now: Date): Invoice {
    const totals = totalsOf(lines);
    const isPaid = isPrepaid || totals.totalCents <= 0;
    const payment = isPaid
      ? { status: 'paid' as const, amountPaidCents: totals.totalCents, dueAt: null, paidAt: now }
      : { status: 'open' as const, amountPaidCents: 0, dueAt: addDays(now, PAYMENT_DAYS), paidAt: null };
    const about = { id: newId('inv'), accountId, number, recipientName, currency: CURRENCY, issuedAt: now };
    return new Invoice({ ...about, periodStart: month.start, periodEnd: month.end, ...totals, ...payment });
  }

  /**
   * Notes what the balance does not cover of it; covered whole, it is paid, and stays so. What is not covered can rise
   * again before that, by a chargeback.
   */
  cover(uncoveredCents: number, now: Date): void {
    if (this.status !== 'open') throw this.wrongState('paid');
    this.become({ amountPaidCents: this.totalCents - uncoveredCents });
    if (uncoveredCents === 0) this.become({ status: 'paid', paidAt: now });
  }

  private wrongState(next: InvoiceStatus): Error {
    return CommonErrors.invalid_state({ message: `An invoice that is ${this.status} cannot become ${next}.` });
  }

  private become(change: Partial<State>): void {
    Object.assign(this, change);
  }
}

/**
 * Lays what is owed on open invoices, the newest first: money pays the oldest. `owedCents` is what the balance lacked at
 * the end of the newest month that was billed, less what was paid in since.
 */
export function settle(openNewestFirst: readonly Invoice[], owedCents: number, now: Date): void {
  let leftCents = Math.max(0, owedCents);
  for (const invoice of openNewestFirst) {
    const uncoveredCents = Math.min(invoice.totalCents, leftCents);
    leftCents -= uncoveredCents;
    invoice.cover(uncoveredCents, now);
  }
}
