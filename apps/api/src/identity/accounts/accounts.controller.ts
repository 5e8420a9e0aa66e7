import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Accounts } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, Who, Tag } from '../../http';
import { AccountLimits } from './account-limits';
import { ChangeAccountBody, MyAccountDto, toMyAccountDto } from './accounts.dto';

@Tag('Account')
@Controller('v1/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly limits: AccountLimits,
  ) {}

  @Get('me')
  @Endpoint({
    id: 'account.get',
    summary: 'Read the selected account',
    description:
      'Returns the account with its balance, limits and settings, the calling user with all memberships, and the permissions of the credential.',
    access: 'account:read',
    answer: MyAccountDto,
    fails: ['not_found', 'account_closed'],
  })
  async me(@Who() who: Principal): Promise<MyAccountDto> {
    return toMyAccountDto(await this.accounts.mine(who), who, await this.limits.of(who));
  }

  @Patch('me')
  @Endpoint({
    id: 'account.update',
    summary: 'Update the selected account',
    description:
      'Updates only the members that are sent. Returns 409 `invalid_state` for a change of country after the first number order.',
    access: 'account:write',
    answer: MyAccountDto,
    ifMatch: 'me',
    fails: ['invalid_state'],
  })
  async change(@Who() who: Principal, @Body() body: ChangeAccountBody): Promise<MyAccountDto> {
    await this.accounts.change(who.accountId, body);
    return this.me(who);
  }
}
