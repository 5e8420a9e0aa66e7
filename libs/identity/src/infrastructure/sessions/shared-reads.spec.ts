import { SharedReads } from './shared-reads';

describe('Shared reads', () => {
  const counted = () => {
    let reads = 0;
    return { read: () => Promise.resolve(++reads), count: () => reads };
  };

  it('run once for concurrent callers', async () => {
    const [shared, { read, count }] = [new SharedReads(), counted()];
    expect(await Promise.all([shared.read('a', read), shared.read('a', read), shared.read('a', read)])).toEqual([
      1, 1, 1,
    ]);
    expect(count()).toBe(1);
  });

  it('run separately for different keys', async () => {
    const [shared, { read }] = [new SharedReads(), counted()];
    expect(await Promise.all([shared.read('a', read), shared.read('b', read)])).toEqual([1, 2]);
  });

  it('start after the last caller of the turn, and serve no later caller', async () => {
    const shared = new SharedReads();
    let [truth, begun] = ['before', 0];
    const read = () => {
      begun++;
      const seen = truth;
      return new Promise<string>((resolve) => setTimeout(() => resolve(seen), 5));
    };
    const first = shared.read('a', read);
    expect(begun).toBe(0);
    await new Promise((next) => setImmediate(next));
    expect(begun).toBe(1);
    truth = 'after';
    const second = shared.read('a', read);
    expect(await Promise.all([first, second])).toEqual(['before', 'after']);
  });

  it('fail for all callers, and run again for the next', async () => {
    const shared = new SharedReads();
    const failing = () => Promise.reject(new Error('gone'));
    const together = [shared.read('a', failing), shared.read('a', failing)];
    expect((await Promise.allSettled(together)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await shared.read('a', () => Promise.resolve(7))).toBe(7);
  });
});
