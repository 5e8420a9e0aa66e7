import { Controller, Get } from '@nestjs/common';
import { DIRECTIONS, type Page, unixSeconds, unixSecondsOrNull } from '@trunkline/kernel';
import { OverdueDecisions, type UnreportedCall } from '@trunkline/voice-routing';
import {
  ListQuery,
  mapPage,
  Endpoint,
  Id,
  Integer,
  OneOf,
  PageQuery,
  pageOfQuery,
  QueryOrder,
  Text,
  UnixTime,
  Tag,
} from '../../http';

export class ListUnreportedCallsQuery extends PageQuery {
  @Id({ description: 'Filters by account.', prefix: 'acc', optional: true })
  account_id?: string;

  @Text({ description: 'Filters by switch.', example: 'sw1', optional: true })
  switch_id?: string;

  @QueryOrder({ description: 'Sort order, by flag time.' })
  order?: 'asc' | 'desc';
}

export class UnreportedCallDto {
  @Id({
    description: 'Call ID, by which `POST /operator/calls/{id}/end` ends the call. Null when it is no longer stored.',
    prefix: 'call',
    nullable: true,
  })
  id: string | null;

  @Id({ description: 'Decision of the call.', prefix: 'rd' })
  decision_id: string;

  @Id({ description: 'Account of the call.', prefix: 'acc' })
  account_id: string;

  @OneOf({ description: 'Call direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({ description: 'Switch that requested the route.', example: 'sw1' })
  switch_id: string;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710' })
  call_id: string;

  @Text({ description: 'Caller; empty if withheld.', example: '+4930123456', min: 0 })
  from: string;

  @Text({ description: 'Callee.', example: '+4930901820' })
  to: string;

  @Integer({ description: 'Maximum duration in seconds, including extensions.', example: 3600 })
  max_duration_s: number;

  @UnixTime({ description: 'Time of the reported answer; null if none.', nullable: true })
  answered_at: number | null;

  @Text({
    description: 'Reason for which an operator ended the call; null without one.',
    example: null,
    nullable: true,
  })
  end_reason: string | null;

  @UnixTime({ description: 'Time of the decision.' })
  created_at: number;

  @UnixTime({ description: 'Time when the CDR was due.' })
  report_due_at: number;

  @UnixTime({ description: 'Time when the call was flagged.' })
  flagged_at: number;
}

@Tag('Calls')
@Controller('operator/calls/unreported')
export class UnreportedCallsController {
  constructor(private readonly calls: OverdueDecisions) {}

  @Get()
  @Endpoint({
    id: 'calls.unreported.list',
    summary: 'List unreported calls',
    description:
      'Returns routed calls without a CDR 15 minutes after their maximum duration has ended. A late CDR removes its call ' +
      'from the list. Rejected calls are free and not listed.',
    access: 'operator',
    page: UnreportedCallDto,
  })
  list(@ListQuery() query: ListUnreportedCallsQuery): Promise<Page<UnreportedCallDto>> {
    const filter = { accountId: query.account_id ?? null, switchId: query.switch_id ?? null };
    return mapPage(this.calls.list(filter, pageOfQuery(query, 'overdue_at')), toUnreportedCallDto);
  }
}

function toUnreportedCallDto(call: UnreportedCall): UnreportedCallDto {
  return {
    id: call.id,
    decision_id: call.decisionId,
    account_id: call.accountId,
    direction: call.direction,
    switch_id: call.switchId,
    call_id: call.callId,
    from: call.from,
    to: call.to,
    max_duration_s: call.maxDurationSeconds,
    answered_at: unixSecondsOrNull(call.answeredAt),
    end_reason: call.endReason,
    created_at: unixSeconds(call.createdAt),
    report_due_at: unixSeconds(call.reportDueAt),
    flagged_at: unixSeconds(call.overdueAt),
  };
}
