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
  uniques: [
    { name: 'invoices_number', columns: ['number'] },
    { name: 'invoices_month', columns: ['accountId', 'periodStart'] },
  ],
  indices: [
    { name: 'invoices_page', columns: ['accountId', 'periodStart', 'id'] },
    { name: 'invoices_open', columns: ['accountId'], where: `status = 'open'` },
  ],
  checks: [
    { name: 'invoices_status', expression: `status IN ('open', 'paid', 'void')` },
    { name: 'invoices_total', expression: `total_cents = subtotal_cents + tax_cents` },
    {
      name: 'invoices_paid',
      expression: `(status = 'paid') = (paid_at IS NOT NULL) AND (status <> 'paid' OR amount_paid_cents = total_cents)`,
    },
    { name: 'invoices_due', expression: `status <> 'open' OR due_at IS NOT NULL` },
  ],
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
  uniques: [{ name: 'invoice_series_prefix', columns: ['prefix'] }],
});
