import { Flag } from '../http';

/** The headers with which Telnyx signs an event. */
export const TELNYX_HEADERS = [
  {
    name: 'telnyx-signature-ed25519',
    description: 'Signature of `telnyx`: Ed25519 in base64.',
    required: false,
    example: 'R2xhZCB0byBzZWUgdGhhdCB5b3UgcmVhZCB0aGlzLg==',
  },
  {
    name: 'telnyx-timestamp',
    description: 'Time of the `telnyx` signature in Unix seconds.',
    required: false,
    example: '1790000000',
  },
];

export class CallbackDto {
  @Flag({ description: 'Always true: the event was accepted.' })
  received: boolean;
}
