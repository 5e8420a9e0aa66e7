import { Controller, Get } from '@nestjs/common';
import { Ledger } from '@trunkline/billing-ledger';
import { Endpoint, Tag } from '../../http';
import { LedgerVerificationDto, toLedgerVerificationDto } from './ledger.dto';

@Tag('Ledger')
@Controller('operator/ledger')
export class OperatorLedgerController {
  constructor(private readonly ledger: Ledger) {}

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
    return toLedgerVerificationDto(await this.ledger.verify());
  }
}
