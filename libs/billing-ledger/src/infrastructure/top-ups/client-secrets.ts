import type { CryptoBox } from '@trunkline/platform';

const PURPOSE = 'topup-client-secrets';

/** With its client secret a payment can be confirmed by anyone, so it is kept sealed, for its top-up alone. */
export class ClientSecrets {
  constructor(private readonly box: CryptoBox) {}

  seal(topupId: string, secret: string | null): string | null {
    return secret === null ? null : this.box.seal(PURPOSE, secret, topupId);
  }

  open(topupId: string, sealed: string | null): string | null {
    return sealed === null ? null : this.box.open(PURPOSE, sealed, topupId).toString();
  }
}
