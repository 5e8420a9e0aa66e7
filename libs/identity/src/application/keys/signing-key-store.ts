type Jwk = Readonly<Record<string, unknown>>;

export interface SigningKey {
  readonly kid: string;
  /** JWA name (RFC 7518). */
  readonly alg: string;
  readonly privateJwk: Jwk;
}

export abstract class SigningKeyStore {
  /** Returns the active key. Creates one if there is none; of two concurrent processes only one does. */
  abstract currentOrCreate(now: Date): Promise<SigningKey>;
  /** Creates a new key and retires the current one. */
  abstract rotate(now: Date): Promise<SigningKey>;
  /** Rotates a current key that was created at `createdBy` or earlier. Returns true in the one process that did. */
  abstract rotateOlder(createdBy: Date, now: Date): Promise<boolean>;
  /**
   * Public keys, newest first: the current one and those whose tokens may still be valid. Creates one if there is none.
   */
  abstract publicJwks(now: Date): Promise<readonly Jwk[]>;
}
