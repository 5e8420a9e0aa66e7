import { LeasedBuckets } from './leased-buckets';
import { MemoryRateLimitStore } from './resilient-stores';

const BUCKET = { key: 'calls', capacity: 2, refillPerSecond: 0.001 };

describe('LeasedBuckets', () => {
  it('says whether a token is left, and takes none', async () => {
    const buckets = new LeasedBuckets(new MemoryRateLimitStore());
    for (let asked = 0; asked < 5; asked++) expect(await buckets.hasToken(BUCKET)).toBe(true);
    expect((await buckets.take(BUCKET)).isGranted).toBe(true);
    expect(await buckets.hasToken(BUCKET)).toBe(true);
    expect((await buckets.take(BUCKET)).isGranted).toBe(true);
    expect(await buckets.hasToken(BUCKET)).toBe(false);
    expect((await buckets.take(BUCKET)).isGranted).toBe(false);
  });
});
