import { type Bucket, currentWork, type Grant, type RateLimitStore, Work } from '@trunkline/platform';
import type { Response } from 'express';
import type { NamedBucket } from './limits';
import { RateLimiter, setRateLimitHeaders } from './rate-limiter';

/** Buckets without refill, which count their requests. */
class FixedStore implements RateLimitStore {
  requests = 0;
  private readonly held = new Map<string, number>();

  async take({ key, capacity }: Bucket, wanted: number): Promise<Grant> {
    this.requests++;
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
  it('allows exactly as many parallel requests as the bucket holds', async () => {
    expect(await allowedOf(new RateLimiter(new FixedStore()), 1000)).toBe(300);
  });

  it('allows no more requests in two processes than the bucket holds', async () => {
    const store = new FixedStore();
    const [one, other] = [new RateLimiter(store), new RateLimiter(store)];
    const passed = await Promise.all([allowedOf(one, 400), allowedOf(other, 400)]);
    expect(passed[0] + passed[1]).toBe(300);
  });

  it('calls the store much less often than it is called', async () => {
    const store = new FixedStore();
    await allowedOf(new RateLimiter(store), 300);
    expect(store.requests).toBeLessThan(40);
  });

  it('asks the store as work of its own, which does not wait with lists or leave with a client', async () => {
    class WaitingStore extends FixedStore {
      override async take(requested: Bucket, wanted: number): Promise<Grant> {
        const work = currentWork();
        await new Promise<void>((begin, leave) => {
          work?.wait(() => leave(new Error(`The client of ${work.kind} left.`)));
          setImmediate(begin);
        });
        return super.take(requested, wanted);
      }
    }
    const limiter = new RateLimiter(new WaitingStore());
    const first = new Work('lists', 'at any time');
    const verdicts = [first.run(() => limiter.take(bucket)), new Work('rest').run(() => limiter.take(bucket))];
    first.leave();
    expect(await Promise.all(verdicts)).toMatchObject([{ allowed: true }, { allowed: true }]);
  });

  it('returns the time until the next token', async () => {
    const limiter = new RateLimiter(new FixedStore());
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
    class LocalStore extends FixedStore {
      override async take(requested: Bucket, wanted: number): Promise<Grant> {
        return { ...(await super.take(requested, wanted)), isLocal: true };
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

    it('still limits, and sends no headers, which would differ between processes', async () => {
      expect(await allowedOf(new RateLimiter(new LocalStore()), 1000)).toBe(300);
      expect(await headersOf(new LocalStore())).toEqual([]);
      expect(await headersOf(new FixedStore())).toHaveLength(3);
    });
  });
});
