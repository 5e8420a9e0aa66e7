import { column, tablesOf } from '@trunkline/platform';
import { AutoRecharge } from '../domain/auto-recharge';
import { PaymentMethod } from '../domain/payment-method';
import { Debt } from '../domain/debt';
import { Invoice } from '../domain/invoices/invoice';
import { InvoiceSeries } from '../domain/invoices/invoice-series';
import { CardRefund } from '../domain/card-refund';
import { Topup } from '../domain/topup';

const table = tablesOf('billing');
const {
  key,
  text,
  optionalText,
  integer,
  optionalInteger,
  bigint,
  boolean,
  time,
  optionalTime,
  optionalJson,
  optionalBigint,
} = column;

export const AutoRechargeSchema = table<AutoRecharge>(
  'auto_recharges',
  {
    accountId: key,
    enabled: boolean,
    thresholdCents: optionalBigint,
    amountCents: optionalBigint,
    claimId: optionalText,
    claimStatus: optionalText,
    claimDueAt: optionalTime,
    attemptedAt: { type: 'timestamptz', array: true },
    lastAttemptStatus: optionalText,
    failures: integer,
    pausedUntil: optionalTime,
  },
  AutoRecharge,
);

export const PaymentMethodSchema = table<PaymentMethod>(
  'payment_methods',
  {
    id: key,
    accountId: text,
    operationId: text,
    processor: text,
    processorPaymentMethodId: text,
    type: text,
    brand: optionalText,
    last4: optionalText,
    expMonth: optionalInteger,
    expYear: optionalInteger,
    isDefault: boolean,
    createdAt: time,
    deletedAt: optionalTime,
    detachedAt: optionalTime,
  },
  PaymentMethod,
);

export const DebtSchema = table<Debt>(
  'debts',
  {
    accountId: key,
    since: optionalTime,
    suspendedAt: optionalTime,
  },
  Debt,
);

export const InvoiceSchema = table<Invoice>(
  'invoices',
  {
    id: key,
    accountId: text,
    number: text,
    status: text,
    periodStart: time,
    periodEnd: time,
    subtotalCents: bigint,
    taxCents: bigint,
    totalCents: bigint,
    amountPaidCents: bigint,
    currency: text,
    recipientName: text,
    seller: optionalJson,
    buyer: optionalJson,
    correctsId: optionalText,
    correctionReason: optionalText,
    correctedById: optionalText,
    replacesId: optionalText,
    replacedById: optionalText,
    issuedAt: time,
    dueAt: optionalTime,
    paidAt: optionalTime,
  },
  Invoice,
);

export const InvoiceSeriesSchema = table<InvoiceSeries>(
  'invoice_series',
  {
    accountId: key,
    prefix: text,
    lastNumber: integer,
    closedUntil: time,
  },
  InvoiceSeries,
);

export const CardRefundSchema = table<CardRefund>(
  'card_refunds',
  {
    id: key,
    accountId: text,
    topupId: text,
    processorPaymentIntentId: text,
    status: text,
    amountCents: bigint,
    processorRefundId: optionalText,
    failureCode: optionalText,
    checks: integer,
    checkAt: optionalTime,
    createdAt: time,
    completedAt: optionalTime,
  },
  CardRefund,
);

export const TopupSchema = table<Topup>(
  'topups',
  {
    id: key,
    accountId: text,
    operationId: text,
    idempotencyKey: text,
    status: text,
    amountCents: bigint,
    currency: text,
    paymentMethodId: text,
    processorPaymentMethodId: text,
    description: optionalText,
    auto: boolean,
    processorPaymentIntentId: optionalText,
    clientSecret: { ...optionalText, name: 'client_secret_sealed' },
    transactionId: optionalText,
    failureCode: optionalText,
    failureMessage: optionalText,
    checks: integer,
    checkAt: optionalTime,
    createdAt: time,
    completedAt: optionalTime,
  },
  Topup,
);

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
