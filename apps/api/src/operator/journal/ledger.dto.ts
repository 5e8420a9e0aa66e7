import { Cents, Id, Nested, Text } from '../../http';

export class LedgerDifferenceDto {
  @Id({ description: 'Account with the difference.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Failed check.', example: 'balance' })
  check: string;

  @Id({ description: 'Affected transaction, for checks of single entries.', prefix: 'txn', nullable: true })
  transactionId: string | null;

  @Cents({ description: 'Recorded amount, in cents.', example: 500 })
  recordedCents: number;

  @Cents({ description: 'Sum of the postings, in cents.', example: 450 })
  recomputedCents: number;
}

export class LedgerVerificationDto {
  @Nested(() => LedgerDifferenceDto, { description: 'Differences; empty if the ledger is correct.', many: true })
  differences: readonly LedgerDifferenceDto[];
}
