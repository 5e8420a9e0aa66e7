import { Controller, Get, Query } from '@nestjs/common';
import { Rates } from '@trunkline/cdr';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { askedOf, RatesDto, RatesQuery, toRateDto } from './rates.dto';

@Tag('Billing')
@Controller('v1/billing/rates')
export class RatesController {
  constructor(private readonly rates: Rates) {}

  @Get()
  @Endpoint({
    id: 'billing.rates.list',
    summary: 'Look up call prices',
    description:
      'Returns the current call prices of the account, after its discount: with `to`, all that match the number, of which the longest prefix applies; with ' +
      '`prefix`, all that start with it, and the longest shorter one that covers the other numbers with the prefix. Outbound ' +
      'prices require one of the two. Inbound prices depend on the type of your number; without either, all are returned. A ' +
      'call costs ceil(fee + rate × time / 60), with the time rounded up to `first_s`, then to multiples of `next_s`. The ' +
      'list is empty if there is no price: such calls are rejected. Returns 422 for a prefix with more than 1,000 prices.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: RatesDto,
  })
  async list(@Who() { accountId }: Principal, @Query() query: RatesQuery): Promise<RatesDto> {
    return { items: (await this.rates.list(askedOf(query, accountId))).map(toRateDto) };
  }
}
