import { type Bucket, type Grant, type RateLimitStore } from '@trunkline/platform';

/** Buckets that never refill. */
export class MemoryRateLimits implements RateLimitStore {
  private readonly held = new Map<string, number>();

  async take({ key, capacity }: Bucket, wanted: number): Promise<Grant> {
    const level = this.held.get(key) ?? capacity;
    const granted = Math.min(level, wanted);
    this.held.set(key, level - granted);
    return { granted, remaining: level - granted };
  }
}
