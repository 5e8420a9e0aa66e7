import { addDays, type Clock } from '@trunkline/kernel';
import type { SigningKey, SigningKeyStore } from './signing-key-store';

const CACHE_SECONDS = 300;
/** Keeps tokens with invented key ids from causing a query per request. */
const UNKNOWN_KEY_PAUSE_SECONDS = 1;

/** See docs/oauth.md#signing-keys. */
const ROTATION_DAYS = 90;

type Jwk = Readonly<Record<string, unknown>>;

/** The asymmetric keys that sign access tokens (RFC 9068, section 4). */
export class SigningKeys {
  private known: { readonly jwks: readonly Jwk[]; readonly readAt: number } | null = null;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly clock: Clock,
  ) {}

  /** The key to sign with. Created on first use, the same in every process. */
  current(): Promise<SigningKey> {
    return this.store.currentOrCreate(this.clock.now());
  }

  /**
   * Public keys of valid tokens, retired keys included. Cached for five minutes; an unknown `kid` refreshes the cache
   * at most once a second.
   */
  async publicJwks(kid?: string): Promise<readonly Jwk[]> {
    const ageSeconds = (this.clock.now().getTime() - (this.known?.readAt ?? -Infinity)) / 1000;
    const isKnown = kid === undefined || this.known?.jwks.some((jwk) => jwk['kid'] === kid) === true;
    if (this.known && ageSeconds < (isKnown ? CACHE_SECONDS : UNKNOWN_KEY_PAUSE_SECONDS)) return this.known.jwks;
    const jwks = await this.store.publicJwks(this.clock.now());
    this.known = { jwks, readAt: this.clock.now().getTime() };
    return jwks;
  }

  /** Signs with a new key from now on. Tokens signed with the old key remain valid until they expire. */
  async rotate(): Promise<SigningKey> {
    const key = await this.store.rotate(this.clock.now());
    this.known = null;
    return key;
  }

  /** As `rotate`, for a key older than 90 days. Safe on several workers at once. Returns whether it was rotated. */
  async rotateDue(): Promise<boolean> {
    const now = this.clock.now();
    const isRotated = await this.store.rotateOlder(addDays(now, -ROTATION_DAYS), now);
    if (isRotated) this.known = null;
    return isRotated;
  }
}
