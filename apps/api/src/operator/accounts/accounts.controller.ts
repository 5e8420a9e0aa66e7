import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { AdministerAccount, OperatorAccountQueries, OperatorAccounts } from '@trunkline/identity';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import {
  filterOf,
  ListOperatorAccountsQuery,
  OperatorAccountDto,
  OperatorAccountSummaryDto,
  toOperatorAccountDto,
} from './accounts.dto';
import { Operator } from '../operator.param';
import { ChangeOperatorAccountBody, ReinstateAccountBody, SuspendAccountBody } from './account-changes.dto';

@Tag('Accounts')
@Controller('operator/accounts')
export class OperatorAccountsController {
  constructor(
    private readonly accounts: OperatorAccounts,
    private readonly queries: OperatorAccountQueries,
    private readonly administer: AdministerAccount,
  ) {}

  @Get()
  @Endpoint({
    id: 'accounts.list',
    summary: 'List accounts',
    description: 'Filters by ID, email of a member, name prefix, status and tier. Newest first.',
    access: 'operator',
    page: OperatorAccountSummaryDto,
  })
  list(@ListQuery() query: ListOperatorAccountsQuery) {
    return this.queries.list(filterOf(query), pageOfQuery(query, query.sort ?? 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'accounts.get',
    summary: 'Read an account',
    description: 'Returns the account with its balance, members and resource counts.',
    access: 'operator',
    answer: OperatorAccountDto,
  })
  async get(@PathId() id: string): Promise<OperatorAccountDto> {
    return toOperatorAccountDto(await this.accounts.get(id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'accounts.update',
    summary: 'Update the tier, billing terms or prices of an account',
    description: 'Takes effect with the next request of the account. Audited as `account.change`, with the changes.',
    access: 'operator',
    answer: OperatorAccountDto,
    ifMatch: 'get',
    fails: ['invalid_state'],
  })
  async change(
    @PathId() id: string,
    @Operator() operator: string,
    @Body() body: ChangeOperatorAccountBody,
  ): Promise<OperatorAccountDto> {
    await this.administer.change({ accountId: id, operator }, body);
    return this.get(id);
  }

  @Post(':id/suspend')
  @Endpoint({
    id: 'accounts.suspend',
    summary: 'Suspend an account',
    description:
      'From its next request, the account can only read, pay and close; its calls are rejected and its numbers suspended. A pending closure continues. Audited as `account.suspend`. Returns 409 if the account is suspended or closed.',
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
    await this.administer.suspend({ accountId: id, operator }, reason);
    return this.get(id);
  }

  @Post(':id/reinstate')
  @Endpoint({
    id: 'accounts.reinstate',
    summary: 'Reinstate an account',
    description:
      'Ends the suspension and resumes numbers that are not suspended for another reason. Audited as `account.reinstate`. Returns 409 if the account is not suspended, or is closed.',
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
    await this.administer.reinstate({ accountId: id, operator }, reason);
    return this.get(id);
  }
}
