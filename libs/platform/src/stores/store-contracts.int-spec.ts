import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { RecordingLog, type TestDatabase, testDatabase, testRedisUrl } from '../testing';
import type { CacheStore, RateLimitStore, TurnStore } from './ports';
import { PostgresCacheStore, PostgresRateLimitStore, PostgresTurnStore } from './postgres-stores';
import { RedisCacheStore, RedisRateLimitStore, RedisTurnStore } from './redis-stores';
import {
  MemoryRateLimitStore,
  ResilientCacheStore,
  ResilientRateLimitStore,
  ResilientTurnStore,
} from './resilient-stores';

interface Stores {
  readonly limits: RateLimitStore;
  readonly cache?: CacheStore;
  readonly turns?: TurnStore;
}

const redisUrl = testRedisUrl();
let test: TestDatabase;
let redis: Redis | null = null;

beforeAll(async () => {
  test = await testDatabase([]);
  redis = redisUrl ? new Redis(redisUrl) : null;
});

afterAll(async () => {
  redis?.disconnect();
  await test.close();
});

function onRedis(): Redis {
  if (!redis) throw new Error('no Redis');
  return redis;
}

const kinds: { name: string; make: () => Stores }[] = [
  {
    name: 'PostgreSQL',
    make: () => ({
      limits: new PostgresRateLimitStore(test.db),
      cache: new PostgresCacheStore(test.db),
      turns: new PostgresTurnStore(test.db),
    }),
  },
  ...(redisUrl
    ? [
        {
          name: 'Redis',
          make: () => ({
            limits: new RedisRateLimitStore(onRedis()),
            cache: new RedisCacheStore(onRedis()),
            turns: new RedisTurnStore(onRedis()),
          }),
        },
      ]
    : []),
];

const newKey = (): string => randomBytes(8).toString('hex');
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.each([...kinds, { name: 'memory', make: () => ({ limits: new MemoryRateLimitStore() }) }])(
  'rate limits on $name',
  ({ make }) => {
    const slow = (capacity: number) => ({ key: newKey(), capacity, refillPerSecond: 0.0001 });

    it('grant no more tokens than the bucket holds', async () => {
      const { limits } = make();
      const bucket = slow(3);
      expect(await limits.take(bucket, 1)).toMatchObject({ granted: 1 });
      expect(await limits.take(bucket, 5)).toMatchObject({ granted: 2 });
      const empty = await limits.take(bucket, 1);
      expect(empty.granted).toBe(0);
      expect(empty.remaining).toBeGreaterThanOrEqual(0);
      expect(empty.remaining).toBeLessThan(1);
    });

    it('return the remaining tokens', async () => {
      const { limits } = make();
      const { remaining } = await limits.take(slow(10), 4);
      expect(remaining).toBeCloseTo(6, 2);
    });

    it('keep separate buckets per key', async () => {
      const { limits } = make();
      await limits.take(slow(1), 1);
      expect((await limits.take(slow(1), 1)).granted).toBe(1);
    });

    it('gain tokens with time, up to the capacity', async () => {
      const { limits } = make();
      const bucket = { key: newKey(), capacity: 2, refillPerSecond: 20 };
      await limits.take(bucket, 2);
      await pause(80);
      expect((await limits.take(bucket, 1)).granted).toBe(1);
      await pause(300);
      expect((await limits.take(bucket, 5)).granted).toBe(2);
    });

    it('gain fractions of a token', async () => {
      const { limits } = make();
      const bucket = { key: newKey(), capacity: 1, refillPerSecond: 5 };
      const begun = performance.now();
      await limits.take(bucket, 1);
      let granted = 0;
      for (let n = 0; n < 6; n++) {
        await pause(50);
        granted += (await limits.take(bucket, 1)).granted;
      }
      const seconds = (performance.now() - begun) / 1000;
      expect(granted).toBeGreaterThanOrEqual(1);
      expect(granted).toBeLessThanOrEqual(5 * seconds);
    });

    it('grant each token once to concurrent requests', async () => {
      const { limits } = make();
      const bucket = slow(10);
      const grants = await Promise.all(Array.from({ length: 40 }, () => limits.take(bucket, 1)));
      expect(grants.reduce((sum, { granted }) => sum + granted, 0)).toBe(10);
    });

    it('grant no token when none is requested', async () => {
      const { limits } = make();
      const bucket = slow(5);
      expect((await limits.take(bucket, 0)).granted).toBe(0);
      expect((await limits.take(bucket, 5)).granted).toBe(5);
    });
  },
);

describe.each(kinds)('the cache on $name', ({ make }) => {
  const cacheOf = (): CacheStore => {
    const { cache } = make();
    if (!cache) throw new Error('no cache');
    return cache;
  };

  it.each([[{ a: [1, 'b', null] }], ['text'], [0], [false], [null], [[]]])('returns %j as stored', async (value) => {
    const cache = cacheOf();
    const key = newKey();
    await cache.set(key, value, 60);
    expect(await cache.get(key)).toEqual(value);
  });

  it('returns nothing for a key that was never set or was deleted', async () => {
    const cache = cacheOf();
    const key = newKey();
    expect(await cache.get(key)).toBeUndefined();
    await cache.set(key, 1, 60);
    await cache.drop(key);
    expect(await cache.get(key)).toBeUndefined();
    await cache.drop(key);
  });

  it('returns the last value', async () => {
    const cache = cacheOf();
    const key = newKey();
    await cache.set(key, 'old', 60);
    await cache.set(key, 'new', 60);
    expect(await cache.get(key)).toBe('new');
  });

  it('expires a value', async () => {
    const cache = cacheOf();
    const key = newKey();
    await cache.set(key, 'brief', 0.05);
    await pause(120);
    expect(await cache.get(key)).toBeUndefined();
  });
});

describe.each(kinds)('turns on $name', ({ make }) => {
  it('are distinct per caller, start at 1, and are counted per key', async () => {
    const { turns } = make();
    if (!turns) throw new Error('no turns');
    const [key, other] = [newKey(), newKey()];
    const taken = await Promise.all(Array.from({ length: 30 }, () => turns.next(key)));
    expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await turns.next(other)).toBe(1);
  });
});

describe('an unavailable store', () => {
  const away = (): Promise<never> => Promise.reject(new Error('away'));

  it('limits per process', async () => {
    const log = new RecordingLog();
    const limits = new ResilientRateLimitStore({ take: away }, log);
    const bucket = { key: 'k', capacity: 2, refillPerSecond: 0.001 };
    const grants = [await limits.take(bucket, 1), await limits.take(bucket, 1), await limits.take(bucket, 1)];
    expect(grants.map(({ granted }) => granted)).toEqual([1, 1, 0]);
    expect(log.lines[0]?.level).toBe('warn');
  });

  it('results in a cache miss, never an error', async () => {
    const cache = new ResilientCacheStore({ get: away, set: away, drop: away }, new RecordingLog());
    await cache.set('k', 1, 60);
    expect(await cache.get('k')).toBeUndefined();
    await cache.drop('k');
  });

  it('still assigns a turn', async () => {
    const turn = await new ResilientTurnStore({ next: away }, new RecordingLog()).next('k');
    expect(Number.isInteger(turn) && turn >= 1).toBe(true);
  });
});
