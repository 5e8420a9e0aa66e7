import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Clock, unixSeconds } from '@trunkline/kernel';

/** Maximum age of a signature, against replay. */
const TOLERANCE_SECONDS = 300;
const SIGNATURE_BYTES = 64;

/** A request as it arrived. The names of headers are in lower case. */
export interface SignedCallback {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Buffer;
}

/**
 * Verifies requests of Telnyx, which are signed with Ed25519 over `timestamp|raw body`
 * (developers.telnyx.com/docs/development/api-fundamentals/webhooks).
 */
export class TelnyxSignature {
  private readonly key: KeyObject;

  /** `publicKey` is in base64. */
  constructor(
    publicKey: string,
    private readonly clock: Clock,
  ) {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    this.key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  }

  /** Returns whether the request was signed with the key in the last five minutes. */
  isValid({ headers, rawBody }: SignedCallback): boolean {
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
