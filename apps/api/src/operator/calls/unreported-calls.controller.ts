import { Controller, Get, Query } from '@nestjs/common';
import { DIRECTIONS } from '@trunkline/cdr';
import { unixSeconds } from '@trunkline/kernel';
import { type UnreportedCall, UnreportedCalls } from '@trunkline/voice-routing';
import {
  Cursors,
  Endpoint,
  Id,
  Integer,
  OneOf,
  type PageAnswer,
  PageQuery,
  pageOfDto,
  QueryOneOf,
  Text,
  UnixTime,
  Tag,
} from '../../http';
import { Operator } from '../operator.param';

export class ListUnreportedCallsQuery extends PageQuery {
  @Id({ description: 'Only calls of this account.', prefix: 'acc', optional: true })
  account_id?: string;

  @Text({ description: 'Only calls of this switch.', example: 'sw1', optional: true })
  switch_id?: string;

  @QueryOneOf({ description: 'Sort direction, by the time of the flag. Default desc.', values: ['asc', 'desc'] })
  order?: 'asc' | 'desc';
}

export class UnreportedCallDto {
  @Id({ description: 'The decision about the call.', prefix: 'rd' })
  decision_id: string;

  @Id({ description: 'The account of the call.', prefix: 'acc' })
  account_id: string;

  @OneOf({ description: 'Direction.', values: DIRECTIONS, name: 'CallDirection', example: 'inbound' })
  direction: string;

  @Text({ description: 'The switch that asked for the route.', example: 'sw1' })
  switch_id: string;

  @Text({ description: 'The SIP Call-ID.', example: 'a84b4c76e66710' })
  call_id: string;

  @Text({ description: 'The caller; empty when it withheld its number.', example: '+4930123456', min: 0 })
  from: string;

  @Text({ description: 'The callee.', example: '+4930901820' })
  to: string;

  @Integer({ description: 'How long the call was allowed to last, as last extended.', example: 3600 })
  max_duration_s: number;

  @UnixTime({ description: 'When the switch reported the answer, if it did.', nullable: true })
  answered_at: number | null;

  @UnixTime({ description: 'When the route was decided.' })
  created_at: number;

  @UnixTime({ description: 'When the CDR was due.' })
  report_due_at: number;

  @UnixTime({ description: 'When the call was flagged.' })
  flagged_at: number;
}

@Tag('Calls')
@Controller('operator/calls/unreported')
export class UnreportedCallsController {
  constructor(
    private readonly calls: UnreportedCalls,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'calls.unreported.list',
    summary: 'List calls that were never reported',
    description:
      'Calls that were routed and have no CDR although the longest time they can have lasted ended 15 minutes ago. A CDR ' +
      'that arrives late takes its call off the list. Rejected calls cost nothing and are not listed.',
    access: 'operator',
    answer: pageOfDto(UnreportedCallDto),
  })
  list(@Operator() operator: string, @Query() query: ListUnreportedCallsQuery): Promise<PageAnswer<UnreportedCallDto>> {
    const filter = { accountId: query.account_id ?? null, switchId: query.switch_id ?? null };
    return this.cursors.page(
      { query, accountId: operator, sort: 'overdue_at' },
      (page) => this.calls.list(filter, page),
      toUnreportedCallDto,
    );
  }
}

function toUnreportedCallDto(call: UnreportedCall): UnreportedCallDto {
  return {
    ...{ decision_id: call.decisionId, account_id: call.accountId, direction: call.direction },
    ...{ switch_id: call.switchId, call_id: call.callId, from: call.from, to: call.to },
    max_duration_s: call.maxDurationSeconds,
    answered_at: call.answeredAt && unixSeconds(call.answeredAt),
    created_at: unixSeconds(call.createdAt),
    report_due_at: unixSeconds(call.reportDueAt),
    flagged_at: unixSeconds(call.overdueAt),
  };
}
