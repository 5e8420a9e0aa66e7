import { Controller, Get } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { RejectedCalls } from '@trunkline/voice-routing';
import { Endpoint, ListQuery, mapPage, pageOfQuery, Tag, Who } from '../../http';
import {
  ListRejectedCallsQuery,
  RejectedCallDto,
  rejectedCallFiltersOf,
  toRejectedCallDto,
} from './rejected-calls.dto';

@Tag('Calls')
@Controller('v1/rejected-calls')
export class RejectedCallsController {
  constructor(private readonly calls: RejectedCalls) {}

  @Get()
  @Endpoint({
    id: 'rejectedCalls.list',
    summary: 'List rejected calls',
    description:
      'Returns the calls of the last 30 days that were rejected before they were routed, newest first, each with its ' +
      'reason and what to do about it. A call from an unknown source is listed if it shows a number of the account.',
    access: 'cdrs:read',
    page: RejectedCallDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListRejectedCallsQuery): Promise<Page<RejectedCallDto>> {
    return mapPage(
      this.calls.list(accountId, rejectedCallFiltersOf(query), pageOfQuery(query, 'at')),
      toRejectedCallDto,
    );
  }
}
