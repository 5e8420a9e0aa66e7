/** A token bucket that holds at most `capacity` tokens and gains `refillPerSecond`. */
export interface Bucket {
  readonly key: string;
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface Grant {
  /** Whole tokens granted, between 0 and the requested number. */
  readonly granted: number;
  /** Tokens left in the bucket, including fractions. */
  readonly remaining: number;
  /** True while the shared store is unavailable. The figures are those of one process and are not shown to clients. */
  readonly isLocal?: boolean;
}

/** Token buckets shared by all processes. They refill in real time, independent of the test clock. */
export abstract class RateLimitStore {
  /** Takes up to `wanted` tokens atomically, never more than the bucket holds. */
  abstract take(bucket: Bucket, wanted: number): Promise<Grant>;
}

/** Values that can be recomputed. Losing them costs only time. */
export abstract class CacheStore {
  abstract get(key: string): Promise<unknown>;
  abstract set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
  abstract drop(key: string): Promise<void>;
}

/** Counters shared by all processes. Each call returns another number. */
export abstract class TurnStore {
  /** Returns 1, 2, 3, … for a key. Starts again at 1 when the store was lost. */
  abstract next(key: string): Promise<number>;
}
