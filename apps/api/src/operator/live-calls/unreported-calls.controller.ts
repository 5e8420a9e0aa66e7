import { Controller, Get } from '@nestjs/common';
import { DIRECTIONS, type Page, type SortOrder } from '@trunkline/kernel';
import { OverdueDecisions } from '@trunkline/voice-routing';
import {
  ListQuery,
  Endpoint,
  Flag,
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
  accountId?: string;

  @Text({ description: 'Filters by switch.', example: 'sw1', optional: true })
  switchId?: string;

  @QueryOrder({ description: 'Sort order, by flag time.' })
  order?: SortOrder;
}

export class UnreportedCallDto {
  @Id({
    description: 'Call ID, by which `POST /operator/calls/{id}/end` ends the call. Null when it is no longer stored.',
    prefix: 'call',
    nullable: true,
  })
  id: string | null;

  @Id({ description: 'Decision of the call.', prefix: 'rd' })
  decisionId: string;

  @Id({ description: 'Account of the call.', prefix: 'acc' })
  accountId: string;

  @OneOf({ description: 'Call direction.', values: DIRECTIONS, name: 'CallDirection' })
  direction: string;

  @Text({ description: 'Switch that requested the route.', example: 'sw1' })
  switchId: string;

  @Text({ description: 'SIP Call-ID.', example: 'a84b4c76e66710' })
  callId: string;

  @Text({ description: 'Caller; null if withheld.', example: '+4930123456', nullable: true })
  from: string | null;

  @Flag({ description: 'Whether the caller withholds its number.', jsonName: 'caller_withheld' })
  isCallerWithheld: boolean;

  @Text({ description: 'Callee.', example: '+4930901820' })
  to: string;

  @Integer({ description: 'Maximum duration in seconds, including extensions.', example: 3600 })
  maxDurationSeconds: number;

  @UnixTime({ description: 'Time of the reported answer; null if none.', nullable: true })
  answeredAt: Date | null;

  @Text({
    description: 'Reason for which an operator ended the call; null without one.',
    example: null,
    nullable: true,
  })
  endReason: string | null;

  @UnixTime({ description: 'Time of the decision.' })
  createdAt: Date;

  @UnixTime({ description: 'Time when the CDR was due.' })
  reportDueAt: Date;

  @UnixTime({ description: 'Time when the call was flagged.', jsonName: 'flagged_at' })
  overdueAt: Date;
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
    const filter = { accountId: query.accountId ?? null, switchId: query.switchId ?? null };
    return this.calls.list(filter, pageOfQuery(query, 'overdue_at'));
  }
}
