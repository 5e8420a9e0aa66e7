import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, SortOrder } from '@trunkline/kernel';
import { SendingStops, SendingStopStore } from '@trunkline/messaging';
import { Endpoint, Id, ListQuery, PageQuery, pageOfQuery, PathId, QueryOrder, Tag, Text, UnixTime } from '../../http';
import { Operator } from '../operator.param';

const REASON_MAX = 500;

export class SendingStopDto {
  @Id({ description: 'The account.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Reason of the stop.', example: 'Spam complaints, ticket 4711', max: REASON_MAX, lines: true })
  reason: string;

  @Text({ description: 'The operator who stopped the messages.', example: 'operator:9f86d081884c' })
  operator: string;

  @UnixTime({ description: 'Time of the stop.' })
  createdAt: Date;
}

export class ListSendingStopsQuery extends PageQuery {
  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}

export class StopMessagesBody {
  @Text({
    description: 'Reason, stored in the audit trail.',
    example: 'Spam complaints, ticket 4711',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

export class ResumeMessagesBody extends StopMessagesBody {}

@Tag('Messages')
@Controller('operator')
export class SendingStopsController {
  constructor(
    private readonly stops: SendingStops,
    private readonly store: SendingStopStore,
  ) {}

  @Get('message-stops')
  @Endpoint({
    id: 'messageStops.list',
    summary: 'List stops of messages',
    description: 'Returns the accounts that cannot send messages, with the reason, newest first.',
    access: 'operator',
    page: SendingStopDto,
  })
  list(@ListQuery() query: ListSendingStopsQuery): Promise<Page<SendingStopDto>> {
    return this.store.list(pageOfQuery(query, 'created_at'));
  }

  @Post('accounts/:id/stop-messages')
  @Endpoint({
    id: 'accounts.stopMessages',
    summary: 'Stop the messages of an account',
    description:
      'Stops the outbound text messages of the account: requests return 403 `forbidden` within two seconds, and queued messages ' +
      'fail with `sending_stopped`. Inbound messages are not affected. Audited as `messages.stop`.',
    access: 'operator',
    status: 200,
    answer: SendingStopDto,
    fails: ['invalid_state'],
  })
  stop(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: StopMessagesBody,
  ): Promise<SendingStopDto> {
    return this.stops.stop({ operator, accountId: id, reason });
  }

  @Post('accounts/:id/resume-messages')
  @Endpoint({
    id: 'accounts.resumeMessages',
    summary: 'Resume the messages of an account',
    description: 'Ends the stop and returns it. Messages that failed are not sent. Audited as `messages.resume`.',
    access: 'operator',
    status: 200,
    answer: SendingStopDto,
    fails: ['invalid_state'],
  })
  resume(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: ResumeMessagesBody,
  ): Promise<SendingStopDto> {
    return this.stops.resume({ operator, accountId: id, reason });
  }
}
