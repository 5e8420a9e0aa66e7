import { newSigningSecret } from '@trunkline/kernel';
import type { CryptoBox } from '@trunkline/platform';
import { type SigningSecrets } from '../../application/ports';
import { type SealedSecret, secretPrefixOf } from '../../domain/webhook-endpoint';

const PURPOSE = 'webhooks.signing_secret';

/** Seals secrets for one endpoint: a value copied to another row cannot be opened. */
export class SealedSigningSecrets implements SigningSecrets {
  constructor(private readonly box: CryptoBox) {}

  create(): string {
    return newSigningSecret();
  }

  seal(endpointId: string, secret: string): SealedSecret {
    return { sealed: this.box.seal(PURPOSE, secret, endpointId), prefix: secretPrefixOf(secret) };
  }

  open(endpointId: string, sealed: string): string {
    return this.box.open(PURPOSE, sealed, endpointId).toString();
  }
}
