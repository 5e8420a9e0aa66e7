import { Controller, Param, Post } from '@nestjs/common';
import { ReceiveProcessorEvent } from '@trunkline/billing-ledger';
import { CallbackHeader, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto } from './callbacks.dto';

const DESCRIPTION =
  'For the card processor: `stripe`, or `sandbox`, whose events have the same format. The `Stripe-Signature` header ' +
  '(`t=…,v1=…`, HMAC-SHA-256 of the time, a dot and the raw body) must match the body and be at most five minutes old. ' +
  'Each event is stored once by its ID and handled asynchronously; a repeated event returns the same response and has no ' +
  'effect. Unsupported event types are stored and ignored.';

const SIGNATURE = {
  name: 'Stripe-Signature',
  description: 'Signature of the raw body, at most five minutes old.',
  required: true,
  example: 't=1790000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
};

@Tag('Callbacks')
@Controller('webhooks/payments')
export class PaymentCallbacksController {
  constructor(private readonly receive: ReceiveProcessorEvent) {}

  @Post(':processor')
  @Endpoint({
    id: 'callbacks.payments.receive',
    summary: 'Receive an event of the card processor',
    description: DESCRIPTION,
    access: 'public',
    answer: CallbackDto,
    status: 200,
    idempotency: 'none',
    limit: 'callback',
    reads: { headers: [SIGNATURE] },
  })
  async receiveEvent(
    @Param('processor') processor: string,
    @RawBody() rawBody: Buffer,
    @CallbackHeader('stripe-signature') signature: string | null,
  ): Promise<CallbackDto> {
    await this.receive.receive({ processor, rawBody, signature });
    return { received: true };
  }
}
