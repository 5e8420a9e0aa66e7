import { Controller, Param, Post } from '@nestjs/common';
import { SupplierEvents } from '@trunkline/numbering';
import { CallbackHeaders, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto } from './payment-callbacks.dto';

const DESCRIPTION =
  'For the number suppliers of this installation. `didww` signs the callback URL and the form parameters in ' +
  '`X-DIDWW-Signature`; `telnyx` signs the time, a vertical bar and the raw body in `telnyx-signature-ed25519`, at most ' +
  'five minutes ago. Each event is stored once by its ID, and the status of the order is then fetched from the supplier ' +
  'asynchronously; a repeated event returns the same response and has no effect. Events that do not concern an order are ' +
  'accepted and discarded.';

const DIDWW_SIGNATURE = {
  name: 'X-DIDWW-Signature',
  description: 'Signature of `didww`: HMAC-SHA1 in hexadecimal.',
  required: false,
  example: '30f66e9d72eb5e193051fd02952f70d8e934b4ff',
};
const TELNYX_SIGNATURE = {
  name: 'telnyx-signature-ed25519',
  description: 'Signature of `telnyx`: Ed25519 in base64.',
  required: false,
  example: 'R2xhZCB0byBzZWUgdGhhdCB5b3UgcmVhZCB0aGlzLg==',
};
const TELNYX_TIME = {
  name: 'telnyx-timestamp',
  description: 'Time of the `telnyx` signature in Unix seconds.',
  required: false,
  example: '1790000000',
};

@Tag('Callbacks')
@Controller('webhooks/suppliers')
export class SupplierCallbacksController {
  constructor(private readonly events: SupplierEvents) {}

  @Post(':supplier')
  @Endpoint({
    id: 'callbacks.suppliers.receive',
    summary: 'Receive an event of a number supplier',
    description: DESCRIPTION,
    access: 'public',
    answer: CallbackDto,
    status: 200,
    fails: ['unauthorized'],
    idempotency: 'none',
    limit: 'callback',
    reads: { headers: [DIDWW_SIGNATURE, TELNYX_SIGNATURE, TELNYX_TIME] },
  })
  async receiveEvent(
    @Param('supplier') supplier: string,
    @RawBody() rawBody: Buffer,
    @CallbackHeaders() headers: ReadonlyMap<string, string>,
  ): Promise<CallbackDto> {
    await this.events.receive({ supplier, rawBody, headers: Object.fromEntries(headers) });
    return { received: true };
  }
}
