import type { CryptoBox } from '@trunkline/platform';

const PURPOSE = 'topup-client-secrets';

/** Encrypts client secrets, each for its top-up: with the secret, anyone can confirm the payment. */
export class ClientSecrets {
  constructor(private readonly box: CryptoBox) {}

  seal(topupId: string, secret: string | null): string | null {
    return secret === null ? null : this.box.seal(PURPOSE, secret, topupId);
  }

  open(topupId: string, sealed: string | null): string | null {
    return sealed === null ? null : this.box.open(PURPOSE, sealed, topupId).toString();
  }
}
