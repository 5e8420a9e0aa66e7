import { Controller, Get } from '@nestjs/common';
import { Journal } from '@trunkline/billing-ledger';
import { Endpoint, Tag, Cents, Id, Nested, Text } from '../../http';

class LedgerDifferenceDto {
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

class LedgerVerificationDto {
  @Nested(() => LedgerDifferenceDto, { description: 'Differences; empty if the ledger is correct.', many: true })
  differences: readonly LedgerDifferenceDto[];
}

@Tag('Ledger')
@Controller('operator/ledger')
export class OperatorLedgerController {
  constructor(private readonly journal: Journal) {}

  @Get('verify')
  @Endpoint({
    id: 'ledger.verify',
    isReport: true,
    summary: 'Verify the ledger',
    description: 'Recomputes every wallet from its postings and returns the differences.',
    access: 'operator',
    answer: LedgerVerificationDto,
  })
  async verify(): Promise<LedgerVerificationDto> {
    return { differences: await this.journal.verify() };
  }
}
