import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { Accounts, Closures, RequestClosure } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Endpoint, OperationId, Who, Tag } from '../../http';
import { AccountLimits } from '../accounts/account-limits';
import { MyAccountDto, toMyAccountDto } from '../accounts/accounts.dto';
import { ClosureRequestDto, RequestClosureBody, toClosureRequestDto, toWish } from './closure.dto';

@Tag('Account')
@Controller('v1/accounts/me/closure')
export class ClosureController {
  constructor(
    private readonly requestClosure: RequestClosure,
    private readonly closures: Closures,
    private readonly accounts: Accounts,
    private readonly limits: AccountLimits,
  ) {}

  @Post()
  @Endpoint({
    id: 'account.closure.create',
    summary: 'Ask for the end of the account',
    description:
      'An owner asks, with the password, or with a code where two-step sign-in is enabled. The account becomes `pending_closure` for 30 days, in which it can be read and the request cancelled; its keys stay. Then its numbers are released, trunks and profiles archived, keys and sessions revoked, compliance documents erased for good, and what is left of what was paid in is refunded; trial credit and other credit of ours is not. Every owner is told by mail. 409 `closure_blocked` names in `fields` what stands in the way: `negative_balance`.',
    access: 'account:close',
    credentials: ['session'],
    // A wrong password or code must stay counted when the request is refused, so it is none of one transaction.
    idempotency: 'operation',
    allowed: { suspended: true, pendingClosure: true },
    answer: ClosureRequestDto,
    fails: [
      'closure_already_requested',
      'closure_blocked',
      'mfa_code_invalid',
      'mfa_locked',
      'login_locked',
      'reauthentication_required',
    ],
  })
  async request(
    @Who() who: Principal,
    @Caller() caller: CallerInfo,
    @OperationId() operationId: string,
    @Body() body: RequestClosureBody,
  ): Promise<ClosureRequestDto> {
    return toClosureRequestDto(await this.requestClosure.execute({ who, caller, operationId, ...toWish(body) }));
  }

  @Get()
  @Endpoint({
    id: 'account.closure.get',
    summary: 'Read the request to close the account',
    description: 'Null when none was made, or the last one was cancelled.',
    access: 'account:read',
    credentials: ['session'],
    answer: ClosureRequestDto,
    mayBeNull: true,
  })
  async read(@Who() who: Principal): Promise<ClosureRequestDto | null> {
    const closure = await this.closures.find(who.accountId);
    return closure && toClosureRequestDto(closure);
  }

  @Delete()
  @Endpoint({
    id: 'account.closure.cancel',
    summary: 'Cancel the closure of the account',
    description:
      'The account is again what it was before: `active`, or `suspended` if it was. 409 `invalid_state` once the 30 days are over.',
    access: 'account:close',
    credentials: ['session'],
    allowed: { suspended: true, pendingClosure: true },
    answer: MyAccountDto,
    fails: ['not_found', 'invalid_state'],
  })
  async cancel(@Who() who: Principal): Promise<MyAccountDto> {
    await this.closures.cancel(who);
    return toMyAccountDto(await this.accounts.mine(who), await this.limits.of(who));
  }
}
