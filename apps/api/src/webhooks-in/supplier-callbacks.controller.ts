import { Controller, Param, Post } from '@nestjs/common';
import { SupplierEvents } from '@trunkline/numbering';
import { CallbackHeaders, Endpoint, RawBody, Tag } from '../http';
import { CallbackDto } from './payment-callbacks.dto';

const DESCRIPTION =
  'For the suppliers of numbers alone, those that this installation buys from. `didww` signs the address it was told ' +
  'and the parameters of its form in `X-DIDWW-Signature`; `telnyx` signs the time, a bar and the raw body in ' +
  '`telnyx-signature-ed25519`, and may be five minutes late. Each event is kept once by its id, and what became of the ' +
  'order is then asked of the supplier in the background; a repeat answers the same and does nothing. News of anything ' +
  'but an order is taken and forgotten.';

const DIDWW_SIGNATURE = {
  name: 'X-DIDWW-Signature',
  description: 'Of didww: HMAC-SHA1 in hexadecimal.',
  required: false,
  example: '30f66e9d72eb5e193051fd02952f70d8e934b4ff',
};
const TELNYX_SIGNATURE = {
  name: 'telnyx-signature-ed25519',
  description: 'Of telnyx: Ed25519 in base64.',
  required: false,
  example: 'R2xhZCB0byBzZWUgdGhhdCB5b3UgcmVhZCB0aGlzLg==',
};
const TELNYX_TIME = {
  name: 'telnyx-timestamp',
  description: 'Of telnyx: when it signed, in Unix seconds.',
  required: false,
  example: '1790000000',
};

@Tag('Callbacks')
@Controller('webhooks/suppliers')
export class SupplierCallbacksController {
  constructor(private readonly events: SupplierEvents) {}

  @Post(':supplier')
  @Endpoint({
    id: 'callbacks.supplier',
    summary: 'Hear from a supplier of numbers',
    description: DESCRIPTION,
    access: 'public',
    answer: CallbackDto,
    status: 200,
    fails: ['unauthorized', 'not_found'],
    idempotency: 'none',
    uncounted: true,
    reads: { headers: [DIDWW_SIGNATURE, TELNYX_SIGNATURE, TELNYX_TIME] },
  })
  async hear(
    @Param('supplier') supplier: string,
    @RawBody() rawBody: Buffer,
    @CallbackHeaders() headers: ReadonlyMap<string, string>,
  ): Promise<CallbackDto> {
    await this.events.receive({ supplier, rawBody, headers: Object.fromEntries(headers) });
    return { received: true };
  }
}
