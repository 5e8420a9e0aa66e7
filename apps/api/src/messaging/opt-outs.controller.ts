import { Body, Controller, Delete, Get } from '@nestjs/common';
import type { Page, Principal, SortOrder } from '@trunkline/kernel';
import { OptOuts, OptOutStore } from '@trunkline/messaging';
import {
  E164,
  Endpoint,
  Id,
  ListQuery,
  PageQuery,
  pageOfQuery,
  PathId,
  QueryE164,
  QueryOrder,
  SchemaOf,
  Tag,
  Text,
  UnixTime,
  Who,
} from '../http';

const REASON_MAX = 500;

@SchemaOf({ name: 'OptOut' })
export class OptOutDto {
  @Id({ description: 'ID of the opt-out.', prefix: 'opt' })
  id: string;

  @E164({ description: 'Your number, to which the recipient sent STOP.', example: '+12125550123' })
  fromNumber: string;

  @Text({ description: 'The recipient.', example: '+491701234567' })
  toNumber: string;

  @Text({ description: 'The word that the recipient sent.', example: 'STOP' })
  keyword: string;

  @UnixTime({ description: 'When the recipient opted out.' })
  createdAt: Date;
}

export class ListOptOutsQuery extends PageQuery {
  @QueryE164({ description: 'Filters by your number.', example: '+12125550123' })
  fromNumber?: string;

  @QueryE164({ description: 'Filters by recipient.', example: '+491701234567' })
  toNumber?: string;

  @QueryOrder({ description: 'Sort order by `created_at`.' })
  order?: SortOrder;
}

export class DeleteOptOutBody {
  @Text({
    description: 'How the recipient consented to receive messages again. Stored in the audit trail.',
    example: 'Subscribed again on our website on 1 December',
    max: REASON_MAX,
    lines: true,
  })
  reason: string;
}

@Tag('Messages')
@Controller('v1/sms/opt-outs')
export class OptOutsController {
  constructor(
    private readonly optOuts: OptOuts,
    private readonly store: OptOutStore,
  ) {}

  @Get()
  @Endpoint({
    id: 'sms.optOuts.list',
    summary: 'List opt-outs',
    description:
      'Returns the recipients that have sent STOP, or its equivalent in another language, and not START since, newest first. ' +
      'Messages to them from the number return 409 `recipient_opted_out`.',
    access: 'numbers:read',
    page: OptOutDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListOptOutsQuery): Promise<Page<OptOutDto>> {
    const { fromNumber, toNumber } = query;
    const filter = { ...(fromNumber !== undefined && { fromNumber }), ...(toNumber !== undefined && { toNumber }) };
    return this.store.list(accountId, filter, pageOfQuery(query, 'created_at'));
  }

  @Delete(':id')
  @Endpoint({
    id: 'sms.optOuts.delete',
    summary: 'Delete an opt-out',
    description:
      'Allows messages to the recipient again. Delete an opt-out only if the recipient has consented in another way: the reason is ' +
      'stored in the audit trail of the operator.',
    access: 'numbers:write',
    answer: OptOutDto,
  })
  delete(
    @Who() { accountId, userId, credential, credentialId }: Principal,
    @PathId() id: string,
    @Body() { reason }: DeleteOptOutBody,
  ): Promise<OptOutDto> {
    const actor = credential === 'session' ? userId : credentialId;
    return this.optOuts.delete({ accountId, id, actor, reason });
  }
}
