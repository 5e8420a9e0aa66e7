import { Controller, Get } from '@nestjs/common';
import { Journal } from '@trunkline/billing-ledger';
import { Endpoint, Tag } from '../../http';
import { LedgerVerificationDto } from './ledger.dto';

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
