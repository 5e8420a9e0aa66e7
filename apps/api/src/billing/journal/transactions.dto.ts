import { TRANSACTION_KINDS, type TransactionFilters, type TransactionView } from '@trunkline/billing-ledger';
import { displayCents, fromUnixSeconds, unixSeconds } from '@trunkline/kernel';
import {
  Cents,
  Id,
  LongPageQuery,
  OneOf,
  QueryInteger,
  QueryList,
  QueryOneOf,
  QueryTime,
  Text,
  UnixTime,
} from '../../http';

const RELATED_MAX = 100;

export class TransactionDto {
  @Id({ description: 'Identifier.', prefix: 'txn' })
  id: string;

  @OneOf({ description: 'What moved the balance.', values: TRANSACTION_KINDS, name: 'TransactionKind' })
  kind: string;

  @Cents({ description: 'Signed: positive is a credit, negative a debit.', example: -150 })
  amount_cents: number;

  @Text({ description: 'The amount for people.', example: '-$1.50' })
  amount_display: string;

  @Text({ description: 'ISO 4217.', example: 'USD' })
  currency: string;

  @Text({ description: 'What it was for.', example: 'Number +12125550123, setup and first month' })
  description: string;

  @Text({ description: 'What kind of thing it is about.', example: 'number', nullable: true })
  related_kind: string | null;

  @Text({ description: 'Which one.', example: 'num_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  related_id: string | null;

  @Text({ description: 'The payment at the card processor.', example: null, nullable: true })
  processor_payment_intent_id: string | null;

  @Cents({ description: 'The balance after this transaction.', example: 2400 })
  balance_after_cents: number;

  @Text({ description: 'That balance for people.', example: '$24.00' })
  balance_after_display: string;

  @UnixTime({ description: 'When it was posted.' })
  created_at: number;
}

export class ListTransactionsQuery extends LongPageQuery {
  @QueryList({ description: 'Only these kinds, comma-separated.', example: 'charge,refund', values: TRANSACTION_KINDS })
  kind?: TransactionView['kind'][];

  @QueryTime({ description: 'Posted at or after.' })
  from?: number;

  @QueryTime({ description: 'Posted before.' })
  to?: number;

  @Text({ description: 'About this kind of thing.', example: 'number', optional: true, max: RELATED_MAX })
  related_kind?: string;

  @Text({
    description: 'About this one.',
    example: 'num_0mh2k3l4p9f1c2d3e4b5a6978',
    optional: true,
    max: RELATED_MAX,
  })
  related_id?: string;

  @QueryInteger({ description: 'Signed amount at least this.', example: -500 })
  min_amount_cents?: number;

  @QueryInteger({ description: 'Signed amount at most this.', example: -1 })
  max_amount_cents?: number;

  @QueryOneOf({ description: 'By time: newest first (desc) or oldest first.', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export function filtersOf(query: ListTransactionsQuery): TransactionFilters {
  return {
    ...(query.kind && { kinds: query.kind }),
    ...(query.from !== undefined && { from: fromUnixSeconds(query.from) }),
    ...(query.to !== undefined && { to: fromUnixSeconds(query.to) }),
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
