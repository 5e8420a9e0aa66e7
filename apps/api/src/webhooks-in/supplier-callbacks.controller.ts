import { Controller, Param, Post } from '@nestjs/common';
import { SupplierEvents } from '@trunkline/numbering';
import { CallbackHeaders, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto, TELNYX_HEADERS } from './callbacks.dto';

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
    reads: { headers: [DIDWW_SIGNATURE, ...TELNYX_HEADERS] },
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
