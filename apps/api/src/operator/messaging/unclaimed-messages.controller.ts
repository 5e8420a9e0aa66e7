import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, SortOrder } from '@trunkline/kernel';
import { RetryUnclaimed, UnclaimedMessages } from '@trunkline/messaging';
import {
  DeletedResourceDto,
  Endpoint,
  Id,
  Integer,
  ListQuery,
  PageQuery,
  pageOfQuery,
  PathId,
  QueryE164,
  QueryOrder,
  Tag,
  Text,
  UnixTime,
} from '../../http';
import { Operator } from '../operator.param';

const REASON_MAX = 500;

export class UnclaimedMessageDto {
  @Id({ description: 'ID of the message.', prefix: 'ums' })
  id: string;

  @Id({ description: 'The carrier that delivered the message.', prefix: 'mcr' })
  carrierId: string;

  @Text({ description: 'Sender.', example: '+491701234567' })
  from: string;

  @Text({ description: 'The recipient: a number that no account has.', example: '+12125550123' })
  to: string;

  @Integer({ description: 'Number of parts.', example: 1, min: 1 })
  segments: number;

  @UnixTime({ description: 'Time of receipt.' })
  receivedAt: Date;
}

export class ListUnclaimedMessagesQuery extends PageQuery {
  @Id({ description: 'Filters by carrier.', prefix: 'mcr', optional: true })
  carrierId?: string;

  @QueryE164({ description: 'Filters by recipient.', example: '+12125550123' })
  to?: string;

  @QueryOrder({ description: 'Sort order by `received_at`.' })
  order?: SortOrder;
}

export class RetryUnclaimedBody {
  @Text({ description: 'Reason, stored in the audit trail.', example: 'The number was assigned late', max: REASON_MAX })
  reason: string;
}

@Tag('Messages')
@Controller('operator/unclaimed-messages')
export class UnclaimedMessagesController {
  constructor(
    private readonly messages: UnclaimedMessages,
    private readonly retryUnclaimed: RetryUnclaimed,
  ) {}

  @Get()
  @Endpoint({
    id: 'unclaimedMessages.list',
    summary: 'List messages to unknown numbers',
    description:
      'Returns messages to numbers that no account has, without their text, newest first. They are kept for 30 days.',
    access: 'operator',
    page: UnclaimedMessageDto,
  })
  list(@ListQuery() query: ListUnclaimedMessagesQuery): Promise<Page<UnclaimedMessageDto>> {
    const { carrierId = null, to = null } = query;
    return this.messages.list({ carrierId, to }, pageOfQuery(query, 'received_at'));
  }

  @Post(':id/retry')
  @Endpoint({
    id: 'unclaimedMessages.retry',
    summary: 'Deliver a message to an unknown number again',
    description:
      'Delivers the message to the account that has the number now, as if it arrived now. 409 `invalid_state` while no ' +
      'account has the number. Audited as `unclaimed_message.retry`.',
    access: 'operator',
    status: 200,
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async retry(
    @Operator() operator: string,
    @PathId() id: string,
    @Body() { reason }: RetryUnclaimedBody,
  ): Promise<DeletedResourceDto> {
    await this.retryUnclaimed.retry({ operator, id, reason });
    return { id, deleted: true };
  }
}
