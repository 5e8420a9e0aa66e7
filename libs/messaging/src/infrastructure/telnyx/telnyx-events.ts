import { type Clock, DomainError } from '@trunkline/kernel';
import { type SignedCallback, TelnyxSignature } from '@trunkline/platform';
import { type CarrierCallbacks, type CarrierDelivery } from '../../application/carriers/carrier-events';
import type { DeliveryReport, ReportedState } from '../../application/carriers/ports';
import { dateOf, errorCodeOf, type Fields, fieldsOf, firstOf, partIdsOf, partsIn, textOf } from './telnyx-json';

/** What Telnyx says of a sent message (developers.telnyx.com/api-reference/callbacks/delivery-update). */
const STATES: Readonly<Record<string, ReportedState>> = {
  sent: 'accepted',
  delivered: 'delivered',
  delivery_failed: 'undelivered',
  sending_failed: 'rejected',
  expired: 'expired',
  delivery_unconfirmed: 'unknown',
};

/** Reads the webhooks of Telnyx's messaging. */
export class TelnyxEvents implements CarrierCallbacks {
  readonly name = 'telnyx';

  constructor(private readonly clock: Clock) {}

  isSigned(publicKey: string, request: SignedCallback): boolean {
    return new TelnyxSignature(publicKey, this.clock).isValid(request);
  }

  profileOf(rawBody: Buffer): string | null {
    return textOf(fieldsOf(eventIn(rawBody)['payload'])['messaging_profile_id']);
  }

  eventIdOf(rawBody: Buffer): string | null {
    const event = eventIn(rawBody);
    const id = textOf(event['id']);
    if (id === null) throw malformed();
    return deliveryIn(event) === null ? null : id;
  }

  deliveryOf(rawBody: Buffer): CarrierDelivery | null {
    return deliveryIn(eventIn(rawBody));
  }
}

/** Returns what Telnyx says of a message, or null while it says nothing. */
export function reportOf(payload: Fields, at: Date | null): DeliveryReport | null {
  const recipient = firstOf(payload['to']);
  const state = STATES[textOf(recipient['status']) ?? ''];
  if (state === undefined) return null;
  return {
    carrierMessageId: textOf(payload['id']),
    from: textOf(fieldsOf(payload['from'])['phone_number']),
    to: textOf(recipient['phone_number']),
    state,
    code: errorCodeOf(payload),
    at,
  };
}

function deliveryIn(event: Fields): CarrierDelivery | null {
  const type = textOf(event['event_type']);
  const payload = fieldsOf(event['payload']);
  const at = dateOf(event['occurred_at']);
  if (type === 'message.received') return partIn(payload, at);
  const report = type === 'message.sent' || type === 'message.finalized' ? reportOf(payload, at) : null;
  return report && { kind: 'receipts', reports: ofEachPart(report, partsIn(payload['tags'])) };
}

/** One receipt of Telnyx is about all parts. */
function ofEachPart(report: DeliveryReport, parts: number): DeliveryReport[] {
  const { carrierMessageId } = report;
  if (carrierMessageId === null) return [report];
  return partIdsOf(carrierMessageId, parts).map((id) => ({ ...report, carrierMessageId: id }));
}

/** Telnyx joins the parts of a message. One without text, such as a picture, has none. */
function partIn(payload: Fields, at: Date | null): CarrierDelivery {
  const from = textOf(fieldsOf(payload['from'])['phone_number']);
  const to = textOf(firstOf(payload['to'])['phone_number']);
  const carrierMessageId = textOf(payload['id']);
  const receivedAt = dateOf(payload['received_at']) ?? at;
  if (from === null || to === null || receivedAt === null) throw malformed();
  const { text, encoding } = payload;
  return {
    kind: 'part',
    part: {
      carrierMessageId,
      from,
      to,
      text: typeof text === 'string' ? text : '',
      encoding: encoding === 'UCS-2' || encoding === 'UTF-16' ? 'ucs2' : 'gsm7',
      reference: null,
      part: 1,
      parts: 1,
      receivedAt,
    },
  };
}

function eventIn(rawBody: Buffer): Fields {
  try {
    return fieldsOf(fieldsOf(JSON.parse(rawBody.toString('utf8')))['data']);
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed();
    throw error;
  }
}

function malformed(): DomainError {
  return new DomainError('malformed_request', 'malformed', 'The callback contains no valid event.');
}
