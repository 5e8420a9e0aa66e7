import type { LedgerDifference } from '@trunkline/billing-ledger';
import { Cents, Id, Nested, Text } from '../../http';

export class LedgerDifferenceDto {
  @Id({ description: 'Account with the difference.', prefix: 'acc' })
  account_id: string;

  @Text({ description: 'Failed check.', example: 'balance' })
  check: string;

  @Id({ description: 'Affected transaction, for checks of single entries.', prefix: 'txn', nullable: true })
  transaction_id: string | null;

  @Cents({ description: 'Recorded amount, in cents.', example: 500 })
  recorded_cents: number;

  @Cents({ description: 'Sum of the postings, in cents.', example: 450 })
  recomputed_cents: number;
}

export class LedgerVerificationDto {
  @Nested(() => LedgerDifferenceDto, { description: 'Differences; empty if the ledger is correct.', many: true })
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
