import { EntitySchema } from 'typeorm';
import { Invoice } from '../../domain/invoices/invoice';
import { InvoiceSeries } from '../../domain/invoices/invoice-series';

export const InvoiceSchema = new EntitySchema<Invoice>({
  name: 'Invoice',
  target: Invoice,
  schema: 'billing',
  tableName: 'invoices',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    number: { type: 'text' },
    status: { type: 'text' },
    periodStart: { type: 'timestamptz' },
    periodEnd: { type: 'timestamptz' },
    subtotalCents: { type: 'bigint' },
    taxCents: { type: 'bigint' },
    totalCents: { type: 'bigint' },
    amountPaidCents: { type: 'bigint' },
    currency: { type: 'text' },
    recipientName: { type: 'text' },
    issuedAt: { type: 'timestamptz' },
    dueAt: { type: 'timestamptz', nullable: true },
    paidAt: { type: 'timestamptz', nullable: true },
  },
});

export const InvoiceSeriesSchema = new EntitySchema<InvoiceSeries>({
  name: 'InvoiceSeries',
  target: InvoiceSeries,
  schema: 'billing',
  tableName: 'invoice_series',
  columns: {
    accountId: { type: 'text', primary: true },
    prefix: { type: 'text' },
    lastNumber: { type: 'integer' },
    closedUntil: { type: 'timestamptz' },
  },
});
