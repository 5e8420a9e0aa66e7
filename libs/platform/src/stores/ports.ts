/** A token bucket: it holds `capacity` tokens at most and gains `refillPerSecond`. */
export interface Bucket {
  readonly key: string;
  readonly capacity: number;
  readonly refillPerSecond: number;
}

export interface Grant {
  /** Whole tokens given: between 0 and what was asked for. */
  readonly granted: number;
  /** What the bucket still holds, fractions included. */
  readonly remaining: number;
  /** True while the shared store is unavailable and the process counts alone: its figures mean nothing to a client. */
  readonly isLocal?: boolean;
}

/** Token buckets that all processes share. Counts in real time: the test clock does not refill them. */
export abstract class RateLimitStore {
  /** Takes up to `wanted` tokens in one step; never more than the bucket holds, whoever asks at the same time. */
  abstract take(bucket: Bucket, wanted: number): Promise<Grant>;
}

/** Values that can be computed again. Losing them costs time, never truth. */
export abstract class CacheStore {
  abstract get(key: string): Promise<unknown>;
  abstract set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
  abstract drop(key: string): Promise<void>;
}

/** Counters whose every caller, in whatever process, gets another number. */
export abstract class TurnStore {
  /** 1, 2, 3, … for a key. A lost store begins again at 1. */
  abstract next(key: string): Promise<number>;
}
