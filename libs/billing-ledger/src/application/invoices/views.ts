import type { InvoiceStatus } from '../../domain/invoices/invoice';
import type { InvoiceLine } from '../../domain/invoices/invoice-lines';

export interface InvoiceView {
  readonly id: string;
  readonly accountId: string;
  /** Null for a draft. */
  readonly number: string | null;
  readonly status: InvoiceStatus;
  readonly periodStart: Date;
  /** Exclusive. */
  readonly periodEnd: Date;
  readonly subtotalCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly amountPaidCents: number;
  readonly currency: string;
  readonly recipientName: string;
  /** Null for a draft. */
  readonly issuedAt: Date | null;
  /** Null when nothing is due. */
  readonly dueAt: Date | null;
  readonly paidAt: Date | null;
  readonly lines: readonly InvoiceLine[];
}
