import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { ExternalSigningKey } from './oidc-library';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateJwk: object;
}

/**
 * Signs in this thread. An ES256 signature takes 20 µs; to have another thread compute it, as oidc-provider does by
 * itself, costs several times that.
 */
export class InThreadSigningKey extends ExternalSigningKey {
  private readonly privateKey: KeyObject;

  constructor({ kid, alg, privateJwk }: SigningKey) {
    super();
    this.kid = kid;
    this.alg = alg;
    this.privateKey = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  }

  override keyObject(): KeyObject {
    return createPublicKey(this.privateKey);
  }

  /** Signs with SHA-256 (RFC 7518, sections 3.3 and 3.4). */
  override sign(data: Buffer): Buffer {
    return sign('sha256', data, { key: this.privateKey, dsaEncoding: 'ieee-p1363' });
  }
}
