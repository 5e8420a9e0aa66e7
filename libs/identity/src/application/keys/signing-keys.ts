import type { Clock } from '@trunkline/kernel';
import type { SigningKey, SigningKeyStore } from './signing-key-store';

const CACHE_SECONDS = 300;
/** Tokens with made-up key ids must not make every request ask the database. */
const UNKNOWN_KEY_PAUSE_SECONDS = 1;

type Jwk = Readonly<Record<string, unknown>>;

/** The asymmetric keys that access tokens are signed with (RFC 9068, section 4). */
export class SigningKeys {
  private known: { readonly jwks: readonly Jwk[]; readonly readAt: number } | null = null;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly clock: Clock,
  ) {}

  /** The key to sign with; made on first need, the same one in every process. */
  current(): Promise<SigningKey> {
    return this.store.currentOrCreate(this.clock.now());
  }

  /**
   * Public keys that live tokens may be signed with, retired ones among them. Cached for five minutes; read again when
   * `kid` is not among them, and for that at most once a second.
   */
  async publicJwks(kid?: string): Promise<readonly Jwk[]> {
    const ageSeconds = (this.clock.now().getTime() - (this.known?.readAt ?? -Infinity)) / 1000;
    const isKnown = kid === undefined || this.known?.jwks.some((jwk) => jwk['kid'] === kid) === true;
    if (this.known && ageSeconds < (isKnown ? CACHE_SECONDS : UNKNOWN_KEY_PAUSE_SECONDS)) return this.known.jwks;
    const jwks = await this.store.publicJwks(this.clock.now());
    this.known = { jwks, readAt: this.clock.now().getTime() };
    return jwks;
  }

  /** Signs with a new key from now on; tokens signed with the old one stay good until they expire. */
  async rotate(): Promise<SigningKey> {
    const key = await this.store.rotate(this.clock.now());
    this.known = null;
    return key;
  }
}
