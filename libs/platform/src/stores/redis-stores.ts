import type { Redis } from 'ioredis';
import { type Bucket, type CacheStore, type Grant, type RateLimitStore, type TurnStore } from './ports';

const PREFIX = 'trunkline:';

// Redis executes a Lua script atomically.
const TAKE = `
local capacity, refill, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now = redis.call('TIME')
local at = tonumber(now[1]) + tonumber(now[2]) / 1000000
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local level = tonumber(held[1]) or capacity
level = math.min(capacity, level + refill * math.max(0, at - (tonumber(held[2]) or at)))
local granted = math.min(wanted, math.floor(level))
level = level - granted
redis.call('HSET', KEYS[1], 'tokens', string.format('%.9f', level), 'at', string.format('%.6f', at))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / refill * 1000) + 1000)
return { granted, string.format('%.9f', level) }`;

export class RedisRateLimitStore implements RateLimitStore {
  constructor(private readonly redis: Redis) {}

  async take({ key, capacity, refillPerSecond }: Bucket, wanted: number): Promise<Grant> {
    const answer = await this.redis.eval(TAKE, 1, `${PREFIX}limit:${key}`, capacity, refillPerSecond, wanted);
    const [granted, remaining] = answer as [number, string];
    return { granted, remaining: Number(remaining) };
  }
}

export class RedisCacheStore implements CacheStore {
  constructor(private readonly redis: Redis) {}

  async get(key: string): Promise<unknown> {
    const text = await this.redis.get(`${PREFIX}cache:${key}`);
    return text === null ? undefined : JSON.parse(text);
  }

  async set(key: string, value: unknown, ttlSeconds: number): Promise<void> {
    await this.redis.set(`${PREFIX}cache:${key}`, JSON.stringify(value), 'PX', Math.ceil(ttlSeconds * 1000));
  }

  async drop(key: string): Promise<void> {
    await this.redis.del(`${PREFIX}cache:${key}`);
  }
}

export class RedisTurnStore implements TurnStore {
  constructor(private readonly redis: Redis) {}

  next(key: string): Promise<number> {
    return this.redis.incr(`${PREFIX}turn:${key}`);
  }
}
