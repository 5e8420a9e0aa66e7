import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { addDays, Clock, invalidFields, type Page } from '@trunkline/kernel';
import { MessagingCarrierQueries, MessagingCarriers } from '@trunkline/messaging';
import { DeletedResourceDto, Endpoint, ListQuery, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  CarrierRefusalDto,
  CarrierRefusalsQuery,
  ChangeMessagingCarrierBody,
  CreateMessagingCarrierBody,
  ListMessagingCarriersQuery,
  MessagingCarrierDto,
  MessagingCarrierStatusDto,
} from './messaging-carriers.dto';

@Tag('Messages')
@Controller('operator/messaging-carriers')
export class MessagingCarriersController {
  constructor(
    private readonly carriers: MessagingCarriers,
    private readonly queries: MessagingCarrierQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'messagingCarriers.list',
    summary: 'List carriers of messages',
    description:
      'Returns the carriers that deliver outbound and inbound text messages, with their health. Newest first by default.',
    access: 'operator',
    page: MessagingCarrierDto,
  })
  list(@ListQuery() query: ListMessagingCarriersQuery): Promise<Page<MessagingCarrierDto>> {
    const { enabled = null, protocol = null } = query;
    return this.queries.list({ enabled, protocol }, pageOfQuery(query, 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'messagingCarriers.create',
    summary: 'Create a carrier of messages',
    description:
      'One worker connects to the carrier within seconds. A message is offered to the carriers that serve its recipient: those ' +
      'that work first, then those that name its number, then by the length of the matching prefix, then by priority. Audited ' +
      'as `messaging_carrier.create`.',
    access: 'operator',
    answer: MessagingCarrierDto,
  })
  create(@Operator() operator: string, @Body() body: CreateMessagingCarrierBody): Promise<MessagingCarrierDto> {
    return this.carriers.create(operator, body);
  }

  @Get(':id')
  @Endpoint({
    id: 'messagingCarriers.get',
    summary: 'Read a carrier of messages',
    description: 'Returns the configuration of the carrier, without its password, and its health.',
    access: 'operator',
    answer: MessagingCarrierDto,
  })
  get(@PathId() id: string): Promise<MessagingCarrierDto> {
    return this.queries.get(id);
  }

  @Get(':id/status')
  @Endpoint({
    id: 'messagingCarriers.status.get',
    summary: 'Read the state and lag of a carrier of messages',
    description:
      'Returns what the worker that holds the carrier reports each second, and how many messages wait for it.',
    access: 'operator',
    answer: MessagingCarrierStatusDto,
  })
  status(@PathId() id: string): Promise<MessagingCarrierStatusDto> {
    return this.queries.status(id);
  }

  @Get(':id/refusals')
  @Endpoint({
    id: 'messagingCarriers.refusals.list',
    summary: 'List the refusals of a carrier of messages',
    description:
      'Returns refusals grouped by reason and by the first digits of the recipients, the most frequent first. Kept for 30 days.',
    access: 'operator',
    page: CarrierRefusalDto,
  })
  refusals(@PathId() id: string, @ListQuery() query: CarrierRefusalsQuery): Promise<Page<CarrierRefusalDto>> {
    const { to = this.clock.now() } = query;
    const { from = addDays(to, -1) } = query;
    if (from >= to) throw invalidFields({ to: 'must be after `from`' });
    return this.queries.refusals(id, { from, to }, pageOfQuery(query, 'count'));
  }

  @Patch(':id')
  @Endpoint({
    id: 'messagingCarriers.update',
    summary: 'Update a carrier of messages',
    description:
      'The worker reconnects within two seconds, after the carrier has answered the messages in flight. Audited as ' +
      '`messaging_carrier.change`, with the changes.',
    access: 'operator',
    answer: MessagingCarrierDto,
    ifMatch: 'get',
  })
  change(
    @PathId() id: string,
    @Operator() operator: string,
    @Body() body: ChangeMessagingCarrierBody,
  ): Promise<MessagingCarrierDto> {
    return this.carriers.update({ operator, id }, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'messagingCarriers.delete',
    summary: 'Delete a carrier of messages',
    description:
      'Messages that wait for the carrier are offered to others. Receipts of messages that it has accepted no longer arrive. Audited as ' +
      '`messaging_carrier.delete`, with the previous values.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.carriers.remove({ operator, id });
    return { id, deleted: true };
  }
}
