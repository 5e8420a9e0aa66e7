import type { CryptoBox } from '@trunkline/platform';

const PURPOSE = 'topup-client-secrets';

interface HasSecret {
  readonly id: string;
  readonly clientSecret: string | null;
}

/** Encrypts the client secrets of top-ups, each for its own: with the secret, anyone can confirm the payment. */
export class ClientSecrets {
  constructor(private readonly box: CryptoBox) {}

  /** Returns a copy with a sealed secret. */
  sealed<T extends HasSecret>(topup: T): T {
    const { id, clientSecret } = topup;
    const sealed = clientSecret === null ? null : this.box.seal(PURPOSE, clientSecret, id);
    return Object.assign({}, topup, { clientSecret: sealed });
  }

  /** Opens the secret of a top-up that was read. */
  opened<T extends HasSecret>(topup: T): T {
    const { id, clientSecret } = topup;
    const opened = clientSecret === null ? null : this.box.open(PURPOSE, clientSecret, id).toString();
    return Object.assign(topup, { clientSecret: opened });
  }
}
