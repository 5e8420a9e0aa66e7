import { Injectable } from '@nestjs/common';
import { RateLimitStore, runAs } from '@trunkline/platform';
import type { Response } from 'express';
import type { NamedBucket } from './limits';

export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the bucket is full again. */
  readonly resetSeconds: number;
  /** Until the next token; 0 when allowed. */
  readonly retryAfterSeconds: number;
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
 * Counts requests against token buckets that all processes share. A process under load leases several tokens at once:
 * the first lease is one token, and each lease that is used up within a second doubles the next. Never allows more
 * requests than the bucket holds; tokens that are unused after a second are lost.
 */
@Injectable()
export class RateLimiter {
  private readonly leases = new Map<string, Lease>();

  constructor(private readonly store: RateLimitStore) {}

  async take(bucket: NamedBucket): Promise<Verdict> {
    const lease = this.leaseOf(bucket.key);
    for (;;) {
      if (lease.tokens > 0 && performance.now() < lease.expiresAt) {
        lease.tokens--;
        return verdict(bucket, { ...lease, remaining: lease.remaining + lease.tokens }, true);
      }
      if (lease.pending) {
        await lease.pending;
        if (lease.tokens === 0) return this.refuseOrRetry(bucket, lease);
        continue;
      }
      // Others wait for it, who do other kinds of work and stay when this client leaves.
      lease.pending = runAs('rest', () => this.renew(bucket, lease)).finally(() => (lease.pending = null));
      await lease.pending;
      if (lease.tokens === 0) return verdict(bucket, lease, false);
    }
  }

  /** Retries a request whose renewed lease was used up by others, unless the bucket itself is empty. */
  private refuseOrRetry(bucket: NamedBucket, lease: Lease): Promise<Verdict> | Verdict {
    return lease.remaining < 1 ? verdict(bucket, lease, false) : this.take(bucket);
  }

  private async renew(bucket: NamedBucket, lease: Lease): Promise<void> {
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

function verdict(
  { limit, capacity, refillPerSecond }: NamedBucket,
  { remaining, isLocal }: Pick<Lease, 'remaining' | 'isLocal'>,
  allowed: boolean,
): Verdict {
  return {
    allowed,
    isLocal,
    limit,
    remaining: allowed ? Math.max(0, Math.floor(remaining)) : 0,
    resetSeconds: Math.max(0, Math.ceil((capacity - remaining) / refillPerSecond)),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - remaining) / refillPerSecond)),
  };
}

/**
 * Sets the headers of the tightest bucket that the request was counted against. Sets none for a local verdict, because
 * each process would return different figures.
 */
export function setRateLimitHeaders(response: Response, verdict: Verdict): void {
  if (verdict.isLocal) return;
  const current = response.getHeader('X-RateLimit-Remaining');
  if (current !== undefined && Number(current) <= verdict.remaining && verdict.allowed) return;
  response.setHeader('X-RateLimit-Limit', verdict.limit);
  response.setHeader('X-RateLimit-Remaining', verdict.remaining);
  response.setHeader('X-RateLimit-Reset', verdict.resetSeconds);
}
