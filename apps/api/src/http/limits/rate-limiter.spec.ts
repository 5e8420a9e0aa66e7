import { type Bucket, type Grant, RateLimitStore } from '@trunkline/platform';
import type { Response } from 'express';
import type { NamedBucket } from './limits';
import { RateLimiter, setRateLimitHeaders } from './rate-limiter';

/** A bucket that gains nothing, and counts how often it was asked. */
class StillStore extends RateLimitStore {
  asked = 0;
  private readonly held = new Map<string, number>();

  override async take({ key, capacity }: Bucket, wanted: number): Promise<Grant> {
    this.asked++;
    await Promise.resolve();
    const held = this.held.get(key) ?? capacity;
    const granted = Math.min(wanted, Math.floor(held));
    this.held.set(key, held - granted);
    return { granted, remaining: held - granted };
  }
}

const bucket: NamedBucket = { key: 'api:acc_1', capacity: 300, refillPerSecond: 5, limit: 300 };

async function allowedOf(limiter: RateLimiter, count: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => limiter.take(bucket)));
  return verdicts.filter(({ allowed }) => allowed).length;
}

describe('RateLimiter', () => {
  it('lets exactly as many pass as the bucket holds, however many come at once', async () => {
    expect(await allowedOf(new RateLimiter(new StillStore()), 1000)).toBe(300);
  });

  it('never lets more pass through two processes than the bucket holds', async () => {
    const store = new StillStore();
    const [one, other] = [new RateLimiter(store), new RateLimiter(store)];
    const passed = await Promise.all([allowedOf(one, 400), allowedOf(other, 400)]);
    expect(passed[0] + passed[1]).toBe(300);
  });

  it('asks the store far less often than it is asked', async () => {
    const store = new StillStore();
    await allowedOf(new RateLimiter(store), 300);
    expect(store.asked).toBeLessThan(40);
  });

  it('tells how long to wait for the next token', async () => {
    const limiter = new RateLimiter(new StillStore());
    await allowedOf(limiter, 300);
    expect(await limiter.take(bucket)).toEqual({
      allowed: false,
      isLocal: false,
      limit: 300,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 1,
    });
  });

  describe('while the shared store is unavailable', () => {
    class LocalStore extends StillStore {
      override async take(asked: Bucket, wanted: number): Promise<Grant> {
        return { ...(await super.take(asked, wanted)), isLocal: true };
      }
    }
    const headersOf = async (store: RateLimitStore): Promise<string[]> => {
      const headers = new Map<string, number>();
      const response = {
        getHeader: (name: string) => headers.get(name),
        setHeader: (name: string, value: number) => headers.set(name, value),
      };
      setRateLimitHeaders(response as unknown as Response, await new RateLimiter(store).take(bucket));
      return [...headers.keys()];
    };

    it('still limits, and sends no figures, which would be of this process alone', async () => {
      expect(await allowedOf(new RateLimiter(new LocalStore()), 1000)).toBe(300);
      expect(await headersOf(new LocalStore())).toEqual([]);
      expect(await headersOf(new StillStore())).toHaveLength(3);
    });
  });
});
