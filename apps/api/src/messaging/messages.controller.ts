import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { messageIdOf, Messages, SendMessages } from '@trunkline/messaging';
import { Endpoint, filtersIn, ListQuery, OperationId, pageOfQuery, PathId, Tag, Who } from '../http';
import { ListSmsQuery, PreviewSmsDto, SendSmsDto, SmsDto, SmsPreviewDto } from './messages.dto';

@Tag('Messages')
@Controller('v1/sms')
export class MessagesController {
  constructor(
    private readonly messages: Messages,
    private readonly sendMessages: SendMessages,
  ) {}

  @Get()
  @Endpoint({
    id: 'sms.list',
    summary: 'List messages',
    description: 'Returns text messages, newest first.',
    access: 'numbers:read',
    page: SmsDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListSmsQuery): Promise<Page<SmsDto>> {
    return this.messages.list(accountId, filtersIn(query), pageOfQuery(query, 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'sms.create',
    summary: 'Send a message',
    description:
      'Queues a text message and holds its price, which is charged when a carrier accepts the message and released if none ' +
      'does. Messages between the same two numbers are sent in order. The rules for ' +
      '[outbound calls](#operation/account.outbound.get) apply: `fields.rule` of 403 names the rule. To retry safely, repeat ' +
      'the request with the same `Idempotency-Key`.',
    access: 'numbers:write',
    answer: SmsDto,
    fails: [
      'insufficient_balance',
      'destination_not_allowed',
      'spend_cap_reached',
      'capability_missing',
      'recipient_opted_out',
    ],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() { from, to, body, smartEncoding = false, scheduledAt = null, customerReference = null }: SendSmsDto,
  ): Promise<SmsDto> {
    const recipients = [{ id: messageIdOf(operationId), to }];
    const text = { body, smartEncoding, scheduledAt, customerReference, batchId: null };
    return this.sendMessages.sendOne({ accountId, from, recipients, ...text });
  }

  @Post('preview')
  @Endpoint({
    id: 'sms.preview',
    summary: 'Preview a message',
    description:
      'Returns how a text would be encoded and divided, and what it would cost, without sending it. Refuses what `POST /v1/sms` ' +
      'would refuse now, except for the balance.',
    access: 'numbers:read',
    status: 200,
    idempotency: 'none',
    answer: SmsPreviewDto,
    fails: ['destination_not_allowed', 'spend_cap_reached', 'capability_missing', 'recipient_opted_out'],
  })
  async preview(
    @Who() { accountId }: Principal,
    @Body() { smartEncoding = false, ...given }: PreviewSmsDto,
  ): Promise<SmsPreviewDto> {
    const { body, ...preview } = await this.sendMessages.preview({ accountId, smartEncoding, ...given });
    return { ...preview, normalisedBody: body };
  }

  @Get(':id')
  @Endpoint({
    id: 'sms.get',
    summary: 'Read a message',
    description: 'Returns a text message.',
    access: 'numbers:read',
    answer: SmsDto,
  })
  get(@Who() { accountId }: Principal, @PathId() id: string): Promise<SmsDto> {
    return this.messages.get(accountId, id);
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'sms.cancel',
    summary: 'Cancel a message',
    description:
      'Cancels a queued message, such as a scheduled one, and releases its price: it becomes `failed` with `error_code` ' +
      '`cancelled`. 409 `invalid_state` once it is being submitted to a carrier.',
    access: 'numbers:write',
    status: 200,
    answer: SmsDto,
    fails: ['invalid_state'],
  })
  cancel(@Who() { accountId }: Principal, @PathId() id: string): Promise<SmsDto> {
    return this.messages.cancel(accountId, id);
  }
}
