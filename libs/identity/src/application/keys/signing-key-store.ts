type Jwk = Readonly<Record<string, unknown>>;

export interface SigningKey {
  readonly kid: string;
  /** JWA name (RFC 7518). */
  readonly alg: string;
  readonly privateJwk: Jwk;
}

export abstract class SigningKeyStore {
  /** The key that is not retired; makes one when there is none, and of two processes that find none only one does. */
  abstract currentOrCreate(now: Date): Promise<SigningKey>;
  /** Makes a new key and retires the present one. */
  abstract rotate(now: Date): Promise<SigningKey>;
  /** Public keys, newest first: the present one and those whose tokens may still live. Makes one when there is none. */
  abstract publicJwks(now: Date): Promise<readonly Jwk[]>;
}
