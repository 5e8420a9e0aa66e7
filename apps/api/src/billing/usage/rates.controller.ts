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
      'The prices in force, which calls are rated by: with `to` all that match the number, of which the longest prefix ' +
      'is what the call costs; with `prefix` all that begin with it. For calls out one of the two is needed; for calls ' +
      'in, which are priced by the kind of your number, neither gives all. A call costs ceil(fee + rate × time / 60), ' +
      'its time rounded up to `first_s`, then to multiples of `next_s`. 404: there is no price, such calls are not made. ' +
      'A prefix of more than 1,000 prices is 422.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: RatesDto,
    fails: ['not_found'],
  })
  async list(@Who() _who: Principal, @Query() query: RatesQuery): Promise<RatesDto> {
    return { items: (await this.rates.list(askedOf(query))).map(toRateDto) };
  }
}
