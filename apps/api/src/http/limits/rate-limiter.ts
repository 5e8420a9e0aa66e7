import { Injectable } from '@nestjs/common';
import { LeasedBuckets, RateLimitStore, type Taken } from '@trunkline/platform';
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

/** Counts requests against token buckets that all processes share. */
@Injectable()
export class RateLimiter {
  private readonly buckets: LeasedBuckets;

  constructor(store: RateLimitStore) {
    this.buckets = new LeasedBuckets(store);
  }

  async take(bucket: NamedBucket): Promise<Verdict> {
    return verdict(bucket, await this.buckets.take(bucket));
  }
}

function verdict(
  { limit, capacity, refillPerSecond }: NamedBucket,
  { remaining, isLocal, isGranted: allowed }: Taken,
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
