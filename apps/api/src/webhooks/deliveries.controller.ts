import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { Deliveries } from '@trunkline/webhooks';
import { filtersIn, ListQuery, Endpoint, pageOfQuery, PathId, Tag, Who } from '../http';
import { PathIds } from '../voice-routing/path-ids';
import { DeliveryDto, ListDeliveriesQuery, ReplayDto, ReplayedDto, SendTestDto } from './deliveries.dto';

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
    return this.deliveries.list({ accountId, endpointId }, filtersIn(query), pageOfQuery(query, 'created_at'));
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
  sendTest(
    @Who() { accountId }: Principal,
    @PathId() endpointId: string,
    @Body() body: SendTestDto,
  ): Promise<DeliveryDto> {
    return this.deliveries.sendTest({ accountId, endpointId }, body.eventType);
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
  redeliver(
    @Who() { accountId }: Principal,
    @PathIds(PATH) { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
  ): Promise<DeliveryDto> {
    return this.deliveries.redeliver({ accountId, endpointId }, deliveryId);
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
