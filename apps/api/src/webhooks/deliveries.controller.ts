import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { Deliveries } from '@trunkline/webhooks';
import { ListQuery, mapPage, Endpoint, pageOfQuery, PathId, Tag, Who } from '../http';
import { PathIds } from '../voice-routing/path-ids';
import { DeliveryDto, ListDeliveriesQuery, ReplayDto, ReplayedDto, SendTestDto, toDeliveryDto } from './deliveries.dto';

const ACCEPTED = 202;
const PATH = { endpointId: 'id', deliveryId: 'delivery_id' };

@Tag('Webhooks and events')
@Controller('v1/webhooks/:id')
export class DeliveriesController {
  constructor(private readonly deliveries: Deliveries) {}

  @Get('deliveries')
  @Endpoint({
    id: 'webhooks.deliveries.list',
    summary: 'List deliveries',
    description: 'Lists the deliveries of the last 30 days to the endpoint, each with its attempts.',
    access: 'webhooks:read',
    page: DeliveryDto,
  })
  list(
    @Who() { accountId }: Principal,
    @PathId() endpointId: string,
    @ListQuery() query: ListDeliveriesQuery,
  ): Promise<Page<DeliveryDto>> {
    const { status: statuses, eventType: eventTypes, from, to } = query;
    const filters = { statuses, eventTypes, from, to };
    return mapPage(
      this.deliveries.list({ accountId, endpointId }, filters, pageOfQuery(query, 'created_at')),
      toDeliveryDto,
    );
  }

  @Post('test')
  @Endpoint({
    id: 'webhooks.test',
    summary: 'Send a test event',
    description:
      'Sends the example of a type to the endpoint, whatever its `event_types`. The payload has `test: true`. It is signed, ' +
      'retried and listed like other deliveries.',
    access: 'webhooks:write',
    status: ACCEPTED,
    answer: DeliveryDto,
    fails: ['invalid_state'],
  })
  async sendTest(
    @Who() { accountId }: Principal,
    @PathId() endpointId: string,
    @Body() body: SendTestDto,
  ): Promise<DeliveryDto> {
    return toDeliveryDto(await this.deliveries.sendTest({ accountId, endpointId }, body.eventType));
  }

  @Post('deliveries/:delivery_id/redeliver')
  @Endpoint({
    id: 'webhooks.deliveries.redeliver',
    summary: 'Redeliver an event',
    description:
      'Sends the event again now, whatever the status of the delivery. Failed attempts are retried for 24 hours.',
    access: 'webhooks:write',
    status: ACCEPTED,
    answer: DeliveryDto,
    fails: ['invalid_state'],
  })
  async redeliver(
    @Who() { accountId }: Principal,
    @PathIds(PATH) { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
  ): Promise<DeliveryDto> {
    return toDeliveryDto(await this.deliveries.redeliver({ accountId, endpointId }, deliveryId));
  }

  @Post('replay')
  @Endpoint({
    id: 'webhooks.replay',
    summary: 'Replay events',
    description:
      'Sends the events of a time range again, also those from before the endpoint existed: those of `event_types`, and ' +
      'without it, those of the types that the endpoint subscribes to. A time range has at most 7 days and 50,000 events. ' +
      'Deliveries that are still pending are not repeated.',
    access: 'webhooks:write',
    status: ACCEPTED,
    answer: ReplayedDto,
    fails: ['invalid_state'],
  })
  async replay(
    @Who() { accountId }: Principal,
    @PathId() endpointId: string,
    @Body() { onlyFailed = false, ...events }: ReplayDto,
  ): Promise<ReplayedDto> {
    return { queued: await this.deliveries.replay({ accountId, endpointId }, { onlyFailed, ...events }) };
  }
}
