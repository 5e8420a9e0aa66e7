import { type Clock, DomainError } from '@trunkline/kernel';
import { TelnyxSignature } from '@trunkline/platform';
import type { CallbackRequest, SupplierCallback } from '../../../application/supply/supplier';
import { dataOf, fieldsOf, textOf, textOrNull, UnexpectedResponse } from './telnyx-json';

/**
 * Verifies and parses Telnyx webhooks. Telnyx may repeat an event
 * (developers.telnyx.com/docs/development/api-fundamentals/webhooks).
 */
export class TelnyxCallbacks {
  private readonly signature: TelnyxSignature;

  /** `publicKey` is in base64. */
  constructor(publicKey: string, clock: Clock) {
    this.signature = new TelnyxSignature(publicKey, clock);
  }

  /**
   * Returns null for other events. Throws `unauthorized` and `malformed_request`
   * (developers.telnyx.com/api-reference/callbacks/number-order-status-update).
   */
  read(request: CallbackRequest): SupplierCallback | null {
    if (!this.signature.isValid(request)) throw unauthorized();
    try {
      return eventOf(JSON.parse(request.rawBody.toString('utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof UnexpectedResponse) throw malformed();
      throw error;
    }
  }
}

function eventOf(body: unknown): SupplierCallback | null {
  const event = fieldsOf(dataOf(body));
  if (!textOf(event['event_type']).startsWith('number_order.')) return null;
  const orderId = textOrNull(fieldsOf(event['payload'])['customer_reference']);
  return { eventId: textOf(event['id']), orderId, supplierOrderId: null };
}

function malformed(): DomainError {
  return new DomainError('malformed_request', 'malformed', 'The callback contains no valid event.');
}

function unauthorized(): DomainError {
  return new DomainError('unauthorized', 'unauthorized', 'The callback is not signed by the supplier.');
}
