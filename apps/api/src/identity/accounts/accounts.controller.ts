import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Accounts } from '@trunkline/identity';
import { may, type Principal } from '@trunkline/kernel';
import { EdgeErrors, Endpoint, Who, Tag } from '../../http';
import { AccountLimits } from './account-limits';
import { ChangeAccountBody } from './account-settings.dto';
import { MyAccountDto, toMyAccountDto } from './accounts.dto';

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
      'Updates only the members that are sent. Returns 409 `invalid_state` for a change of country after the first number order. ' +
      '`settings.outbound` and `billing_details` also need `billing:write` and a session: 403 `forbidden` or ' +
      '`session_required` otherwise.',
    access: 'account:write',
    answer: MyAccountDto,
    ifMatch: 'me',
    fails: ['invalid_state', 'session_required'],
  })
  async change(@Who() who: Principal, @Body() body: ChangeAccountBody): Promise<MyAccountDto> {
    if (body.settings?.outbound !== undefined || body.billingDetails !== undefined) requireBillingSession(who);
    await this.accounts.change(who.accountId, body);
    return this.me(who);
  }
}

/** For members of an account that decide about its money: as the endpoints that change cards. */
function requireBillingSession(who: Principal): void {
  if (!may(who, 'billing:write')) throw EdgeErrors.forbidden();
  if (who.credential !== 'session') throw EdgeErrors.session_required();
}
