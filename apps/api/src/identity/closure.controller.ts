import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { Accounts, Closures } from '@trunkline/identity';
import type { Principal } from '@trunkline/kernel';
import { Caller, type CallerInfo, Endpoint, OperationId, Who, Tag } from '../http';
import { AccountLimits } from './accounts/account-limits';
import { MyAccountDto, toMyAccountDto } from './accounts/accounts.dto';
import { ClosureRequestDto, RequestClosureBody } from './closure.dto';

@Tag('Account')
@Controller('v1/accounts/me/closure')
export class ClosureController {
  constructor(
    private readonly closures: Closures,
    private readonly accounts: Accounts,
    private readonly limits: AccountLimits,
  ) {}

  @Post()
  @Endpoint({
    id: 'account.closure.create',
    summary: 'Request closure of the account',
    description:
      'Requires the password of an owner, or a code if the second factor is enabled. For 30 days the account is `pending_closure`: it can be read, also with its API keys, and the closure can be cancelled. After that, numbers are released, trunks and routing profiles archived, API keys and sessions revoked, compliance documents permanently erased, and the unused part of payments refunded. Trial credit and other credits are not refunded. Every owner is notified by email. 409 `closure_blocked` names each obstacle in `fields`: `negative_balance`, and `active_port` while a port of numbers runs.',
    access: 'account:close',
    credentials: ['session'],
    // Not in one transaction: a wrong password or code must stay counted when the request is rejected.
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
    const { reason = null, reasonCategory = null, password = null, code = null, confirmName } = body;
    const input = { reason, reasonCategory, password, code, confirmName };
    return this.closures.request({ who, caller, operationId, ...input });
  }

  @Get()
  @Endpoint({
    id: 'account.closure.get',
    summary: 'Read the closure request',
    description: 'Returns null if no request exists or the last one was cancelled.',
    access: 'account:read',
    credentials: ['session'],
    answer: ClosureRequestDto,
    mayBeNull: true,
  })
  async read(@Who() who: Principal): Promise<ClosureRequestDto | null> {
    return this.closures.find(who.accountId);
  }

  @Delete()
  @Endpoint({
    id: 'account.closure.cancel',
    summary: 'Cancel the closure of the account',
    description:
      'Returns the account to its previous status: `active` or `suspended`. Returns 409 `invalid_state` after the 30 days.',
    access: 'account:close',
    credentials: ['session'],
    allowed: { suspended: true, pendingClosure: true },
    answer: MyAccountDto,
    fails: ['not_found', 'invalid_state'],
  })
  async cancel(@Who() who: Principal): Promise<MyAccountDto> {
    await this.closures.cancel(who);
    return toMyAccountDto(await this.accounts.mine(who), who, await this.limits.of(who));
  }
}
