import { Controller, Get, Query } from '@nestjs/common';
import { Rates } from '@trunkline/cdr';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { askedOf, RatesDto, RatesQuery, SmsRatesDto, SmsRatesQuery, toRateDto, toSmsRateDto } from './rates.dto';

@Tag('Billing')
@Controller('v1/billing')
export class RatesController {
  constructor(private readonly rates: Rates) {}

  @Get('rates')
  @Endpoint({
    id: 'billing.rates.list',
    summary: 'Look up call prices',
    description:
      'Returns the current call prices of the account, after its discount: with `to`, all prices that match the number, of which the longest prefix applies; ' +
      'with `prefix`, all prices whose prefixes start with it, and the price of the longest shorter prefix, which covers the rest. Outbound ' +
      'prices require one of the two. Inbound prices depend on the type of your number; without either, all are returned. A ' +
      'call costs ceil(fee + rate × time / 60), with the time rounded up to `first_s`, then to multiples of `next_s`. The ' +
      'list is empty if there is no price: such calls are rejected. Returns 422 for a prefix with more than 1,000 prices.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: RatesDto,
  })
  async list(@Who() { accountId }: Principal, @Query() query: RatesQuery): Promise<RatesDto> {
    return { items: (await this.rates.list(askedOf('voice', query, accountId))).map(toRateDto) };
  }

  @Get('sms-rates')
  @Endpoint({
    id: 'billing.smsRates.list',
    summary: 'Look up message prices',
    description:
      'Returns the current prices of messages of the account, after its discount, as `GET /v1/billing/rates` does those of ' +
      'calls. A message costs ceil(segments × price) cents. Messages to numbers without an outbound price are refused with 403 ' +
      '`destination_not_allowed`; without an inbound price, messages to your numbers are free. Returns 422 for a prefix with ' +
      'more than 1,000 prices.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: SmsRatesDto,
  })
  async listSms(@Who() { accountId }: Principal, @Query() query: SmsRatesQuery): Promise<SmsRatesDto> {
    return { items: (await this.rates.list(askedOf('sms', query, accountId))).map(toSmsRateDto) };
  }
}
