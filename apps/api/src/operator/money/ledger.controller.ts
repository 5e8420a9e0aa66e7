import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Ledger } from '@trunkline/billing-ledger';
import { Endpoint } from '../../http';
import { LedgerVerificationDto, toLedgerVerificationDto } from './ledger.dto';

@ApiTags('Ledger')
@Controller('operator/ledger')
export class OperatorLedgerController {
  constructor(private readonly ledger: Ledger) {}

  @Get('verify')
  @Endpoint({
    summary: 'Prove the ledger',
    description: 'Recomputes every wallet from its postings and names each difference; none when the books are right.',
    access: 'operator',
    answer: LedgerVerificationDto,
  })
  async verify(): Promise<LedgerVerificationDto> {
    return toLedgerVerificationDto(await this.ledger.verify());
  }
}
