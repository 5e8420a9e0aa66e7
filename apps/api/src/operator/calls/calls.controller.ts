import { Controller, Get, Post, Query } from '@nestjs/common';
import { OperatorCalls } from '@trunkline/voice-routing';
import { Cursors, Endpoint, pageOfDto, PathId, Tag } from '../../http';
import { EndedCallDto, ListLiveCallsQuery, LiveCallDto, liveCallFiltersOf, toLiveCallDto } from './calls.dto';
import { Operator } from '../operator.param';

@Tag('Calls')
@Controller('operator/calls')
export class OperatorCallsController {
  constructor(
    private readonly calls: OperatorCalls,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'calls.list',
    summary: 'List live calls of all accounts',
    description:
      'Calls that take a place among the concurrent calls, newest first. Calls of a switch that has been silent for 90 seconds are left out until it is heard again.',
    access: 'operator',
    answer: pageOfDto(LiveCallDto),
  })
  list(@Operator() operator: string, @Query() query: ListLiveCallsQuery) {
    return this.cursors.page(
      { query, accountId: operator, sort: query.sort ?? 'started_at' },
      (page) => this.calls.list(liveCallFiltersOf(query), page),
      toLiveCallDto,
    );
  }

  @Post(':id/end')
  @Endpoint({
    id: 'calls.end',
    summary: 'Declare a call over',
    description:
      'Frees its place among the concurrent calls and releases the money it holds; use it for a call whose switch is gone. It does not hang up. A CDR that arrives later is charged all the same, also beyond the balance. Written to the audit trail as `call.end`. 409 when the call is over and holds nothing.',
    access: 'operator',
    status: 200,
    answer: EndedCallDto,
    fails: ['not_found', 'invalid_state'],
  })
  async end(@Operator() operator: string, @PathId() id: string): Promise<EndedCallDto> {
    await this.calls.end(id, operator);
    return { id, status: 'completed' };
  }
}
