import { Body, Controller, Get, Put } from '@nestjs/common';
import { AutoRechargeSettings } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../http';
import { AutoRechargeDto, SetAutoRechargeBody } from './auto-recharge.dto';

@Tag('Billing')
@Controller('v1/billing/auto-recharge')
export class AutoRechargeController {
  constructor(private readonly settings: AutoRechargeSettings) {}

  @Get()
  @Endpoint({
    id: 'billing.autoRecharge.get',
    summary: 'Read auto-recharge',
    description:
      'Returns the configuration with the outcome of the last attempt. `paused_until` is set while failed attempts pause auto-recharge.',
    access: 'billing:read',
    answer: AutoRechargeDto,
  })
  get(@Who() { accountId }: Principal): Promise<AutoRechargeDto> {
    return this.settings.get(accountId);
  }

  @Put()
  @Endpoint({
    id: 'billing.autoRecharge.update',
    summary: 'Update auto-recharge',
    description:
      'Replaces the settings; an omitted amount is cleared. While enabled, the default card is charged automatically when ' +
      'the balance falls below the threshold: at most once in ten minutes and three times a day. Pauses for a day after ' +
      'three consecutive failures. Returns 409 without a default payment method.',
    access: 'billing:write',
    credentials: ['session'],
    answer: AutoRechargeDto,
    ifMatch: 'get',
    fails: ['no_default_payment_method'],
    allowed: { suspended: true },
  })
  set(
    @Who() { accountId }: Principal,
    @Body() { enabled, thresholdCents = null, amountCents = null }: SetAutoRechargeBody,
  ): Promise<AutoRechargeDto> {
    return this.settings.set(accountId, { enabled, thresholdCents, amountCents });
  }
}
