import type { Log } from '../observability/log';
import { type Bucket, type CacheStore, type Grant, type RateLimitStore, type TurnStore } from './ports';

/** Token buckets of this process, used while the shared store is unavailable. */
export class MemoryRateLimitStore implements RateLimitStore {
  private readonly held = new Map<string, { tokens: number; at: number }>();

  take({ key, capacity, refillPerSecond }: Bucket, wanted: number): Promise<Grant> {
    const at = performance.now() / 1000;
    const held = this.held.get(key) ?? { tokens: capacity, at };
    const level = Math.min(capacity, held.tokens + refillPerSecond * (at - held.at));
    const granted = Math.min(wanted, Math.floor(level));
    this.held.set(key, { tokens: level - granted, at });
    return Promise.resolve({ granted, remaining: level - granted, isLocal: true });
  }
}

/** Falls back while the shared store is unavailable: limits apply per process, caches miss, turns are drawn at random. */
export class ResilientRateLimitStore implements RateLimitStore {
  private readonly local = new MemoryRateLimitStore();

  constructor(
    private readonly shared: RateLimitStore,
    private readonly log: Log,
  ) {}

  async take(bucket: Bucket, wanted: number): Promise<Grant> {
    try {
      return await this.shared.take(bucket, wanted);
    } catch (error) {
      this.log.warn({ err: error }, 'rate limit store unavailable: limiting per process');
      return this.local.take(bucket, wanted);
    }
  }
}

export class ResilientCacheStore implements CacheStore {
  constructor(
    private readonly shared: CacheStore,
    private readonly log: Log,
  ) {}

  get(key: string): Promise<unknown> {
    return this.shared.get(key).catch((error: unknown) => this.missed(error));
  }

  async set(key: string, value: unknown, ttlSeconds: number): Promise<void> {
    await this.shared.set(key, value, ttlSeconds).catch((error: unknown) => this.missed(error));
  }

  async drop(key: string): Promise<void> {
    await this.shared.drop(key).catch((error: unknown) => this.missed(error));
  }

  private missed(error: unknown): undefined {
    this.log.warn({ err: error }, 'cache store unavailable: computing instead');
    return undefined;
  }
}

const DRAWN_TURN_MAX = 2 ** 31;

export class ResilientTurnStore implements TurnStore {
  constructor(
    private readonly shared: TurnStore,
    private readonly log: Log,
  ) {}

  next(key: string): Promise<number> {
    return this.shared.next(key).catch((error: unknown) => {
      this.log.warn({ err: error }, 'turn store unavailable: drawing a turn');
      return 1 + Math.floor(Math.random() * DRAWN_TURN_MAX);
    });
  }
}
