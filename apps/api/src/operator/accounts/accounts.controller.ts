import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { OperatorAccounts, SuperviseAccount } from '@trunkline/identity';
import { Cursors, Endpoint, IfMatch, pageOfDto, PathId, type Precondition, Tag } from '../../http';
import {
  filterOf,
  ListOperatorAccountsQuery,
  OperatorAccountDto,
  OperatorAccountSummaryDto,
  toOperatorAccountDto,
  toOperatorAccountSummaryDto,
} from './accounts.dto';
import { Operator } from '../operator.param';
import { ChangeOperatorAccountBody, ReinstateAccountBody, SuspendAccountBody, termsOf } from '../calls/supervision.dto';

@Tag('Accounts')
@Controller('operator/accounts')
export class OperatorAccountsController {
  constructor(
    private readonly accounts: OperatorAccounts,
    private readonly supervise: SuperviseAccount,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'accounts.list',
    summary: 'Look accounts up',
    description: 'By identifier, e-mail address of any member, beginning of the name, state and tier. Newest first.',
    access: 'operator',
    answer: pageOfDto(OperatorAccountSummaryDto),
  })
  list(@Operator() operator: string, @Query() query: ListOperatorAccountsQuery) {
    return this.cursors.page(
      { query, accountId: operator, sort: query.sort ?? 'created_at' },
      (page) => this.accounts.list(filterOf(query), page),
      toOperatorAccountSummaryDto,
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'accounts.get',
    summary: 'Read an account',
    description: 'With its balance, its members, and how much it has.',
    access: 'operator',
    answer: OperatorAccountDto,
  })
  async get(@PathId() id: string): Promise<OperatorAccountDto> {
    return toOperatorAccountDto(await this.accounts.get(id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'accounts.update',
    summary: 'Change the tier of an account, or the terms on which it pays',
    description:
      'Holds with the next request of the account. Written into the audit trail as `account.change`, with what changed.',
    access: 'operator',
    answer: OperatorAccountDto,
    fails: ['invalid_state'],
  })
  async change(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() body: ChangeOperatorAccountBody,
    @IfMatch() precondition: Precondition,
  ): Promise<OperatorAccountDto> {
    await precondition.holds(() => this.get(id));
    await this.supervise.change({ accountId: id, operator }, termsOf(body));
    return this.get(id);
  }

  @Post(':id/suspend')
  @Endpoint({
    id: 'accounts.suspend',
    summary: 'Suspend an account',
    description:
      'From its next request on it may read, pay and close, and its calls are refused; its numbers follow. A pending closure goes on. Written into the audit trail as `account.suspend`. 409 when it is suspended already, or closed.',
    access: 'operator',
    status: 200,
    answer: OperatorAccountDto,
    fails: ['invalid_state'],
  })
  async suspend(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: SuspendAccountBody,
  ): Promise<OperatorAccountDto> {
    await this.supervise.suspend({ accountId: id, operator }, reason);
    return this.get(id);
  }

  @Post(':id/reinstate')
  @Endpoint({
    id: 'accounts.reinstate',
    summary: 'Reinstate an account',
    description:
      'Ends a suspension; numbers that no other reason keeps down work again. Written into the audit trail as `account.reinstate`. 409 when it is not suspended, or closed.',
    access: 'operator',
    status: 200,
    answer: OperatorAccountDto,
    fails: ['invalid_state'],
  })
  async reinstate(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: ReinstateAccountBody,
  ): Promise<OperatorAccountDto> {
    await this.supervise.reinstate({ accountId: id, operator }, reason);
    return this.get(id);
  }
}
