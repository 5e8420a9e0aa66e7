import { TRANSACTION_KINDS, type TransactionFilters, type TransactionView } from '@trunkline/billing-ledger';
import { displayCents, unixSeconds } from '@trunkline/kernel';
import {
  Cents,
  Id,
  LongPageQuery,
  OneOf,
  QueryInteger,
  QueryList,
  QueryOrder,
  QueryTime,
  Text,
  UnixTime,
} from '../../http';

const RELATED_MAX = 100;

export class TransactionDto {
  @Id({ description: 'Transaction ID.', prefix: 'txn' })
  id: string;

  @OneOf({ description: 'Kind of transaction.', values: TRANSACTION_KINDS, name: 'TransactionKind' })
  kind: string;

  @Cents({ description: 'Signed amount in cents: positive for a credit, negative for a debit.', example: -150 })
  amount_cents: number;

  @Text({ description: 'Human-readable amount.', example: '-$1.50' })
  amount_display: string;

  @Text({ description: 'ISO 4217 currency code.', example: 'USD' })
  currency: string;

  @Text({ description: 'Human-readable description.', example: 'Number +12125550123, setup and first month' })
  description: string;

  @Text({ description: 'Type of the related resource.', example: 'number', nullable: true })
  related_kind: string | null;

  @Text({ description: 'ID of the related resource.', example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  related_id: string | null;

  @Text({ description: 'Payment ID at the card processor.', example: null, nullable: true })
  processor_payment_intent_id: string | null;

  @Cents({ description: 'Balance after this transaction, in cents.', example: 2400 })
  balance_after_cents: number;

  @Text({ description: 'Human-readable balance.', example: '$24.00' })
  balance_after_display: string;

  @UnixTime({ description: 'Posting time.' })
  created_at: number;
}

export class ListTransactionsQuery extends LongPageQuery {
  @QueryList({
    description: 'Filters by kind, comma-separated.',
    example: 'charge,refund',
    values: TRANSACTION_KINDS,
    name: 'TransactionKind',
  })
  kind?: TransactionView['kind'][];

  @QueryTime({ description: 'Only transactions posted at or after this time.' })
  from?: Date;

  @QueryTime({ description: 'Only transactions posted before this time.' })
  to?: Date;

  @Text({
    description: 'Filters by type of the related resource.',
    example: 'number',
    optional: true,
    max: RELATED_MAX,
  })
  related_kind?: string;

  @Text({
    description: 'Filters by ID of the related resource.',
    example: 'num_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: RELATED_MAX,
  })
  related_id?: string;

  @QueryInteger({ description: 'Minimum signed amount, in cents.', example: -500 })
  min_amount_cents?: number;

  @QueryInteger({ description: 'Maximum signed amount, in cents.', example: -1 })
  max_amount_cents?: number;

  @QueryOrder({ description: 'Sort order, by time.' })
  order?: 'asc' | 'desc';
}

export function filtersOf(query: ListTransactionsQuery): TransactionFilters {
  return {
    ...(query.kind && { kinds: query.kind }),
    from: query.from,
    to: query.to,
    ...(query.related_kind !== undefined && { relatedKind: query.related_kind }),
    ...(query.related_id !== undefined && { relatedId: query.related_id }),
    ...(query.min_amount_cents !== undefined && { minAmountCents: query.min_amount_cents }),
    ...(query.max_amount_cents !== undefined && { maxAmountCents: query.max_amount_cents }),
  };
}

export function toTransactionDto(transaction: TransactionView): TransactionDto {
  return {
    id: transaction.id,
    kind: transaction.kind,
    amount_cents: transaction.amountCents,
    amount_display: displayCents(transaction.amountCents),
    currency: transaction.currency,
    description: transaction.description,
    related_kind: transaction.relatedKind,
    related_id: transaction.relatedId,
    processor_payment_intent_id: transaction.processorPaymentIntentId,
    balance_after_cents: transaction.balanceAfterCents,
    balance_after_display: displayCents(transaction.balanceAfterCents),
    created_at: unixSeconds(transaction.createdAt),
  };
}
