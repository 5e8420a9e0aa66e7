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
    summary: 'Prove the ledger',
    description: 'Recomputes every wallet from its postings and names each difference; none when the books are right.',
    access: 'operator',
    answer: LedgerVerificationDto,
  })
  async verify(): Promise<LedgerVerificationDto> {
    return toLedgerVerificationDto(await this.ledger.verify());
  }
}
