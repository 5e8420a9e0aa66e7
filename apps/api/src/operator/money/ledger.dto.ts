import type { LedgerDifference } from '@trunkline/billing-ledger';
import { Cents, Id, Nested, Text } from '../../http';

export class LedgerDifferenceDto {
  @Id({ description: 'The account whose books differ.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'Which check failed.', example: 'balance' })
  check: string;

  @Id({ description: 'The transaction at fault, for checks of single entries.', prefix: 'txn', nullable: true })
  transaction_id: string | null;

  @Cents({ description: 'What is recorded.', example: 500 })
  recorded_cents: number;

  @Cents({ description: 'What the postings add up to.', example: 450 })
  recomputed_cents: number;
}

export class LedgerVerificationDto {
  @Nested(() => LedgerDifferenceDto, { description: 'Empty when the books are right.', many: true })
  differences: LedgerDifferenceDto[];
}

export function toLedgerVerificationDto(differences: readonly LedgerDifference[]): LedgerVerificationDto {
  return {
    differences: differences.map((each) => ({
      account_id: each.accountId,
      check: each.check,
      transaction_id: each.transactionId,
      recorded_cents: each.recordedCents,
      recomputed_cents: each.recomputedCents,
    })),
  };
}
