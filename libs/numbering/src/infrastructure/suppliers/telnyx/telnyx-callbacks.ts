import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Clock, DomainError, unixSeconds } from '@trunkline/kernel';
import type { CallbackRequest, SupplierCallback } from '../../../application/supply/supplier';
import { dataOf, fieldsOf, textOf, textOrNull, UnexpectedResponse } from './telnyx-json';

/** Maximum age of a signature, against replay. */
const TOLERANCE_SECONDS = 300;
const SIGNATURE_BYTES = 64;

/**
 * Verifies and parses Telnyx webhooks, which are signed with Ed25519 over `timestamp|raw body`. The public key is in base64.
 * Telnyx may repeat an event (developers.telnyx.com/docs/development/api-fundamentals/webhooks).
 */
export class TelnyxCallbacks {
  private readonly key: KeyObject;

  constructor(
    publicKey: string,
    private readonly clock: Clock,
  ) {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    this.key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  }

  /**
   * Returns null for other events. Throws `unauthorized` and `malformed_request`
   * (developers.telnyx.com/api-reference/callbacks/number-order-status-update).
   */
  read(request: CallbackRequest): SupplierCallback | null {
    if (!this.isSigned(request)) throw unauthorized();
    try {
      return eventOf(JSON.parse(request.rawBody.toString('utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof UnexpectedResponse) throw malformed();
      throw error;
    }
  }

  private isSigned({ headers, rawBody }: CallbackRequest): boolean {
    const timestamp = headers['telnyx-timestamp'] ?? '';
    const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
    const isFresh = /^\d{1,12}$/.test(timestamp) && this.ageOf(timestamp) <= TOLERANCE_SECONDS;
    const signed = Buffer.concat([Buffer.from(`${timestamp}|`), rawBody]);
    return isFresh && signature.length === SIGNATURE_BYTES && verify(null, signed, this.key, signature);
  }

  private ageOf(timestamp: string): number {
    return Math.abs(unixSeconds(this.clock.now()) - Number(timestamp));
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
