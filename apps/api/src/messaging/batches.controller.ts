import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { Batches, SendBatch } from '@trunkline/messaging';
import { Endpoint, ListQuery, OperationId, pageOfQuery, PathId, Tag, Who } from '../http';
import { ListSmsBatchesQuery, SendSmsBatchDto, SmsBatchDetailsDto, SmsBatchDto, toBatchDto } from './batches.dto';

@Tag('Messages')
@Controller('v1/sms/batches')
export class BatchesController {
  constructor(
    private readonly batches: Batches,
    private readonly sendBatch: SendBatch,
  ) {}

  @Get()
  @Endpoint({
    id: 'sms.batches.list',
    summary: 'List batches',
    description: 'Returns batches of messages without their recipients, newest first.',
    access: 'numbers:read',
    page: SmsBatchDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListSmsBatchesQuery): Promise<Page<SmsBatchDto>> {
    return this.batches.list(accountId, pageOfQuery(query, 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'sms.batches.create',
    summary: 'Send a text to many recipients',
    description:
      'Queues a message for each allowed recipient and holds the prices, in one transaction. `items` contains the ' +
      'outcome of each recipient; a refused recipient does not affect the others. If the balance or the daily cap does not cover all ' +
      'messages, the first recipients are served. To retry safely, repeat the request with the same `Idempotency-Key`.',
    access: 'numbers:write',
    answer: SmsBatchDetailsDto,
    fails: ['capability_missing'],
    idempotency: 'operation',
  })
  async create(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() { smartEncoding = false, scheduledAt = null, customerReference = null, ...given }: SendSmsBatchDto,
  ): Promise<SmsBatchDetailsDto> {
    const request = { accountId, operationId, smartEncoding, scheduledAt, customerReference, ...given };
    return toBatchDto(await this.sendBatch.send(request));
  }

  @Get(':id')
  @Endpoint({
    id: 'sms.batches.get',
    summary: 'Read a batch',
    description: 'Returns a batch with the current status of each message.',
    access: 'numbers:read',
    answer: SmsBatchDetailsDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<SmsBatchDetailsDto> {
    return toBatchDto(await this.batches.get(accountId, id));
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'sms.batches.cancel',
    summary: 'Cancel a batch',
    description:
      'Cancels the messages of the batch that are still queued, such as those of a scheduled batch, and releases their ' +
      'prices. 409 `invalid_state` if none is queued.',
    access: 'numbers:write',
    status: 200,
    answer: SmsBatchDetailsDto,
    fails: ['invalid_state'],
  })
  async cancel(@Who() { accountId }: Principal, @PathId() id: string): Promise<SmsBatchDetailsDto> {
    return toBatchDto(await this.batches.cancel(accountId, id));
  }
}
