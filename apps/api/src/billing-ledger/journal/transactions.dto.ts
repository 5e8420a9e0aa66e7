import { TRANSACTION_KINDS, type TransactionView } from '@trunkline/billing-ledger';
import { displayCents, type SortOrder } from '@trunkline/kernel';
import {
  Cents,
  Currency,
  Id,
  type ListFormat,
  LongPageQuery,
  OneOf,
  QueryFormat,
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
  amountCents: number;

  @Text({ description: 'Human-readable amount.', example: '-$1.50' })
  amountDisplay: string;

  @Currency()
  currency: string;

  @Text({ description: 'Human-readable description.', example: 'Number +12125550123, setup and first month' })
  description: string;

  @Text({ description: 'Type of the related resource.', example: 'number', nullable: true })
  relatedKind: string | null;

  @Text({ description: 'ID of the related resource.', example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  relatedId: string | null;

  @Text({ description: 'Payment ID at the card processor.', example: null, nullable: true })
  processorPaymentIntentId: string | null;

  @Cents({ description: 'Balance after this transaction, in cents.', example: 2400 })
  balanceAfterCents: number;

  @Text({ description: 'Human-readable balance.', example: '$24.00' })
  balanceAfterDisplay: string;

  @UnixTime({ description: 'Posting time.' })
  createdAt: Date;
}

export class ListTransactionsQuery extends LongPageQuery {
  @QueryList({
    description: 'Filters by kind, comma-separated.',
    example: 'charge,refund',
    values: TRANSACTION_KINDS,
    name: 'TransactionKind',
    jsonName: 'kind',
  })
  kinds?: readonly TransactionView['kind'][];

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
  relatedKind?: string;

  @Text({
    description: 'Filters by ID of the related resource.',
    example: 'num_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: RELATED_MAX,
  })
  relatedId?: string;

  @QueryInteger({ description: 'Minimum signed amount, in cents.', example: -500 })
  minAmountCents?: number;

  @QueryInteger({ description: 'Maximum signed amount, in cents.', example: -1 })
  maxAmountCents?: number;

  @QueryOrder({ description: 'Sort order, by time.' })
  order?: SortOrder;

  @QueryFormat()
  format?: ListFormat;
}

export function toTransactionDto(transaction: TransactionView): TransactionDto {
  return {
    ...transaction,
    amountDisplay: displayCents(transaction.amountCents),
    balanceAfterDisplay: displayCents(transaction.balanceAfterCents),
  };
}
