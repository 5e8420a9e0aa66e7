import { runAs, type WorkKind } from '../database/pool/work';
import type { Bucket, RateLimitStore } from './ports';

export interface Taken {
  readonly isGranted: boolean;
  /** Tokens left in the bucket and in the lease of this process, including fractions. */
  readonly remaining: number;
  /** Counted by this process alone, because the shared store is unavailable. */
  readonly isLocal: boolean;
}

interface Lease {
  tokens: number;
  size: number;
  remaining: number;
  isLocal: boolean;
  expiresAt: number;
  pending: Promise<void> | null;
}

const LEASE_MS = 1000;
const LEASE_TOKENS_MAX = 1000;
/** A lease is at most 1/20 of the bucket, so that idle processes hold back few tokens. */
const LEASE_PART = 20;
const LEASES_MAX = 20_000;

/**
 * Takes tokens from buckets that all processes share. A process under load leases several tokens at once: the first lease
 * is one token, and each lease that is used up within a second doubles the next. Never grants more tokens than the bucket
 * holds; tokens that are unused after a second are lost.
 */
export class LeasedBuckets {
  private readonly leases = new Map<string, Lease>();

  /** Takers of all kinds wait for a lease, which is renewed as work of `kind`. */
  constructor(
    private readonly store: RateLimitStore,
    private readonly kind: WorkKind = 'rest',
  ) {}

  /** Takes one token. */
  async take(bucket: Bucket): Promise<Taken> {
    const lease = this.leaseOf(bucket.key);
    for (;;) {
      if (lease.tokens > 0 && performance.now() < lease.expiresAt) {
        lease.tokens--;
        return { isGranted: true, remaining: lease.remaining + lease.tokens, isLocal: lease.isLocal };
      }
      if (lease.pending) {
        await lease.pending;
        if (lease.tokens === 0) return this.refuseOrRetry(bucket, lease);
        continue;
      }
      // Others wait for it, who do other kinds of work and stay when this client leaves.
      lease.pending = runAs(this.kind, () => this.renew(bucket, lease)).finally(() => (lease.pending = null));
      await lease.pending;
      if (lease.tokens === 0) return refused(lease);
    }
  }

  /** Returns whether `take` would grant a token now. Takes none. */
  async hasToken(bucket: Bucket): Promise<boolean> {
    const { tokens, expiresAt } = this.leaseOf(bucket.key);
    if (tokens > 0 && performance.now() < expiresAt) return true;
    return (await runAs(this.kind, () => this.store.take(bucket, 0))).remaining >= 1;
  }

  /** Retries a request whose renewed lease was used up by others, unless the bucket itself is empty. */
  private refuseOrRetry(bucket: Bucket, lease: Lease): Promise<Taken> | Taken {
    return lease.remaining < 1 ? refused(lease) : this.take(bucket);
  }

  private async renew(bucket: Bucket, lease: Lease): Promise<void> {
    const usedUp = lease.tokens === 0 && performance.now() < lease.expiresAt;
    const ceiling = Math.max(1, Math.min(LEASE_TOKENS_MAX, Math.floor(bucket.capacity / LEASE_PART)));
    const wanted = usedUp ? Math.min(ceiling, lease.size * 2) : 1;
    const { granted, remaining, isLocal = false } = await this.store.take(bucket, wanted);
    const expiresAt = performance.now() + LEASE_MS;
    Object.assign(lease, { tokens: granted, size: wanted, remaining, isLocal, expiresAt });
  }

  private leaseOf(key: string): Lease {
    let lease = this.leases.get(key);
    if (!lease) {
      if (this.leases.size >= LEASES_MAX) this.forgetExpired();
      lease = { tokens: 0, size: 1, remaining: 0, isLocal: false, expiresAt: 0, pending: null };
      this.leases.set(key, lease);
    }
    return lease;
  }

  private forgetExpired(): void {
    const now = performance.now();
    for (const [key, lease] of this.leases) if (!lease.pending && lease.expiresAt < now) this.leases.delete(key);
  }
}

function refused({ remaining, isLocal }: Lease): Taken {
  return { isGranted: false, remaining, isLocal };
}
