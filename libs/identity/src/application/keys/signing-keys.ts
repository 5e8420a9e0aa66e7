import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type Clock } from '@trunkline/kernel';
import type { SigningKey, SigningKeyStore } from './ports';

const CACHE_SECONDS = 300;
/** Between the starts of two reads, so that tokens with invented key ids cause ten reads a second at most. */
const READ_PAUSE_MS = 100;

/** See docs/oauth.md#signing-keys. */
const ROTATION_DAYS = 90;

type Jwk = Readonly<Record<string, unknown>>;

/** The asymmetric keys that sign access tokens (RFC 9068, section 4). */
export class SigningKeys {
  private known: { readonly jwks: readonly Jwk[]; readonly readAt: number } | null = null;
  /** A read that has not started yet. */
  private nextRead: Promise<readonly Jwk[]> | null = null;
  private lastReadAt = -Infinity;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly clock: Clock,
  ) {}

  /** The key to sign with. Created on first use, the same in every process. */
  current(): Promise<SigningKey> {
    return this.store.currentOrCreate(this.clock.now());
  }

  /**
   * Public keys of valid tokens, retired keys included. Cached for five minutes for the keys that are known. An unknown
   * `kid`, or none, waits for a read that starts later than the request, so it finds a key that another process has just
   * created.
   */
  publicJwks(kid?: string): Promise<readonly Jwk[]> {
    const isKnown = this.known?.jwks.some((jwk) => jwk['kid'] === kid) === true;
    const ageSeconds = (this.clock.now().getTime() - (this.known?.readAt ?? -Infinity)) / 1000;
    if (this.known && isKnown && ageSeconds < CACHE_SECONDS) return Promise.resolve(this.known.jwks);
    return (this.nextRead ??= this.read());
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

  private async read(): Promise<readonly Jwk[]> {
    await pause(Math.max(0, this.lastReadAt + READ_PAUSE_MS - performance.now()));
    this.nextRead = null;
    this.lastReadAt = performance.now();
    const now = this.clock.now();
    const jwks = await this.store.publicJwks(now);
    this.known = { jwks, readAt: now.getTime() };
    return jwks;
  }
}
