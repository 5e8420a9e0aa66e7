import { randomBytes } from 'node:crypto';
import type { CryptoBox } from '@trunkline/platform';
import { SigningSecrets } from '../../application/endpoints/ports';
import { type SealedSecret, secretPrefixOf } from '../../domain/endpoints/webhook-endpoint';

const PURPOSE = 'webhooks.signing_secret';
const SECRET_BYTES = 32;

/** Seals secrets for one endpoint: a value copied to another row cannot be opened. */
export class SealedSigningSecrets extends SigningSecrets {
  constructor(private readonly box: CryptoBox) {
    super();
  }

  /**
   * Returns `whsec_` and 32 bytes in base64url. Standard Webhooks decodes them as base64, so bytes that the two alphabets
   * write differently are drawn again. See docs/webhooks.md#standard-webhooks.
   */
  override create(): string {
    for (;;) {
      const text = randomBytes(SECRET_BYTES).toString('base64url');
      if (!/[-_]/.test(text)) return `whsec_${text}`;
    }
  }

  override seal(endpointId: string, secret: string): SealedSecret {
    return { sealed: this.box.seal(PURPOSE, secret, endpointId), prefix: secretPrefixOf(secret) };
  }

  override open(endpointId: string, sealed: string): string {
    return this.box.open(PURPOSE, sealed, endpointId).toString();
  }
}
