import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Accounts, API_KEYS_MAX } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import { Endpoint, Who } from '../http';
import { requestsPerMinute } from '../http/limits';
import { MyAccountDto, toMyAccountDto } from './accounts.dto';

@ApiTags('Account')
@Controller('v1/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly settings: Settings,
  ) {}

  @Get('me')
  @Endpoint({
    summary: 'Read the selected account',
    description: 'The account, its balance, who asks, the accounts of that user, and the limits that hold.',
    access: 'account:read',
    answer: MyAccountDto,
    fails: ['not_found', 'account_closed'],
  })
  async me(@Who() who: Principal): Promise<MyAccountDto> {
    const perMinute = requestsPerMinute(who.tier, this.settings.RATE_LIMIT_FACTOR);
    return toMyAccountDto(await this.accounts.mine(who), { requests_per_minute: perMinute, api_keys: API_KEYS_MAX });
  }
}
