import { EntitySchema } from 'typeorm';
import { AutoRecharge } from '../domain/auto-recharge';
import { PaymentMethod } from '../domain/payment-method';
import { Debt } from '../domain/debt';
import { Invoice } from '../domain/invoices/invoice';
import { InvoiceSeries } from '../domain/invoices/invoice-series';
import { CardRefund } from '../domain/card-refund';
import { Topup } from '../domain/topup';

export const AutoRechargeSchema = new EntitySchema<AutoRecharge>({
  name: 'AutoRecharge',
  target: AutoRecharge,
  schema: 'billing',
  tableName: 'auto_recharges',
  columns: {
    accountId: { type: 'text', primary: true },
    enabled: { type: 'boolean' },
    thresholdCents: { type: 'bigint', nullable: true },
    amountCents: { type: 'bigint', nullable: true },
    claimId: { type: 'text', nullable: true },
    claimStatus: { type: 'text', nullable: true },
    claimDueAt: { type: 'timestamptz', nullable: true },
    attemptedAt: { type: 'timestamptz', array: true },
    lastAttemptStatus: { type: 'text', nullable: true },
    failures: { type: 'integer' },
    pausedUntil: { type: 'timestamptz', nullable: true },
  },
});

export const PaymentMethodSchema = new EntitySchema<PaymentMethod>({
  name: 'PaymentMethod',
  target: PaymentMethod,
  schema: 'billing',
  tableName: 'payment_methods',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    operationId: { type: 'text' },
    processor: { type: 'text' },
    processorPaymentMethodId: { type: 'text' },
    type: { type: 'text' },
    brand: { type: 'text', nullable: true },
    last4: { type: 'text', nullable: true },
    expMonth: { type: 'integer', nullable: true },
    expYear: { type: 'integer', nullable: true },
    isDefault: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    deletedAt: { type: 'timestamptz', nullable: true },
    detachedAt: { type: 'timestamptz', nullable: true },
  },
});

export const DebtSchema = new EntitySchema<Debt>({
  name: 'Debt',
  target: Debt,
  schema: 'billing',
  tableName: 'debts',
  columns: {
    accountId: { type: 'text', primary: true },
    since: { type: 'timestamptz', nullable: true },
    suspendedAt: { type: 'timestamptz', nullable: true },
  },
});

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
    seller: { type: 'jsonb', nullable: true },
    buyer: { type: 'jsonb', nullable: true },
    correctsId: { type: 'text', nullable: true },
    correctionReason: { type: 'text', nullable: true },
    correctedById: { type: 'text', nullable: true },
    replacesId: { type: 'text', nullable: true },
    replacedById: { type: 'text', nullable: true },
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

export const CardRefundSchema = new EntitySchema<CardRefund>({
  name: 'CardRefund',
  target: CardRefund,
  schema: 'billing',
  tableName: 'card_refunds',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    topupId: { type: 'text' },
    processorPaymentIntentId: { type: 'text' },
    status: { type: 'text' },
    amountCents: { type: 'bigint' },
    processorRefundId: { type: 'text', nullable: true },
    failureCode: { type: 'text', nullable: true },
    checks: { type: 'integer' },
    checkAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});

export const TopupSchema = new EntitySchema<Topup>({
  name: 'Topup',
  target: Topup,
  schema: 'billing',
  tableName: 'topups',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    operationId: { type: 'text' },
    idempotencyKey: { type: 'text' },
    status: { type: 'text' },
    amountCents: { type: 'bigint' },
    currency: { type: 'text' },
    paymentMethodId: { type: 'text' },
    processorPaymentMethodId: { type: 'text' },
    description: { type: 'text', nullable: true },
    auto: { type: 'boolean' },
    processorPaymentIntentId: { type: 'text', nullable: true },
    clientSecret: { type: 'text', nullable: true, name: 'client_secret_sealed' },
    transactionId: { type: 'text', nullable: true },
    failureCode: { type: 'text', nullable: true },
    failureMessage: { type: 'text', nullable: true },
    checks: { type: 'integer' },
    checkAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});

/** The tables of aggregates. */
export const billingSchemas = [
  AutoRechargeSchema,
  PaymentMethodSchema,
  DebtSchema,
  InvoiceSchema,
  InvoiceSeriesSchema,
  CardRefundSchema,
  TopupSchema,
];
