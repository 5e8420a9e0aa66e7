import { Controller, Param, Post } from '@nestjs/common';
import { ReceiveProcessorEvent } from '@trunkline/billing-ledger';
import { CallbackHeader, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto } from './payment-callbacks.dto';

const DESCRIPTION =
  'For the card processor alone: `stripe`, or `sandbox` whose events have the same form. The header `Stripe-Signature` ' +
  '(`t=…,v1=…`, HMAC-SHA-256 over the time, a dot and the raw body) must fit exactly these bytes and be at most five ' +
  'minutes old. Each event is kept once by its id and handled in the background; a repeat answers the same and does ' +
  'nothing. Types of no concern are kept and ignored.';

const SIGNATURE = {
  name: 'Stripe-Signature',
  description: 'Over exactly this body, just now.',
  required: true,
  example: 't=1790000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
};

@Tag('Callbacks')
@Controller('webhooks/payments')
export class PaymentCallbacksController {
  constructor(private readonly receive: ReceiveProcessorEvent) {}

  @Post(':processor')
  @Endpoint({
    id: 'callbacks.payment',
    summary: 'Hear from the card processor',
    description: DESCRIPTION,
    access: 'public',
    answer: CallbackDto,
    status: 200,
    fails: ['not_found'],
    idempotency: 'none',
    uncounted: true,
    reads: { headers: [SIGNATURE] },
  })
  async hear(
    @Param('processor') processor: string,
    @RawBody() rawBody: Buffer,
    @CallbackHeader('stripe-signature') signature: string | null,
  ): Promise<CallbackDto> {
    await this.receive.execute({ processor, rawBody, signature });
    return { received: true };
  }
}
