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
  /** As `rotate`, if the current key was created before `createdBefore`; returns whether it was. One process does. */
  abstract rotateOlder(createdBefore: Date, now: Date): Promise<boolean>;
  /**
   * Public keys, newest first: the current one and those whose tokens may still be valid. Creates one if there is none.
   */
  abstract publicJwks(now: Date): Promise<readonly Jwk[]>;
}
