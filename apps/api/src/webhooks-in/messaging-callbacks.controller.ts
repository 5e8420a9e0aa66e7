import { Controller, Param, Post } from '@nestjs/common';
import { CarrierEvents } from '@trunkline/messaging';
import { CallbackHeaders, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto, TELNYX_HEADERS } from './callbacks.dto';

const DESCRIPTION =
  'For carriers of messages that are reached by HTTP. `telnyx` signs the time, a vertical bar and the raw body in ' +
  '`telnyx-signature-ed25519`, at most five minutes ago, with the key of one of the carriers. Each event is stored once by its ' +
  'ID and handled asynchronously; a repeated event returns the same response and has no effect. Events that concern neither the ' +
  'state of a message nor a received message are accepted and discarded.';

@Tag('Callbacks')
@Controller('webhooks/messaging')
export class MessagingCallbacksController {
  constructor(private readonly events: CarrierEvents) {}

  @Post(':carrier')
  @Endpoint({
    id: 'callbacks.messaging.receive',
    summary: 'Receive an event of a carrier of messages',
    description: DESCRIPTION,
    access: 'public',
    answer: CallbackDto,
    status: 200,
    fails: ['unauthorized'],
    idempotency: 'none',
    limit: 'callback',
    reads: { headers: TELNYX_HEADERS },
  })
  async receiveEvent(
    @Param('carrier') carrier: string,
    @RawBody() rawBody: Buffer,
    @CallbackHeaders() headers: ReadonlyMap<string, string>,
  ): Promise<CallbackDto> {
    await this.events.receive(carrier, { rawBody, headers: Object.fromEntries(headers) });
    return { received: true };
  }
}
