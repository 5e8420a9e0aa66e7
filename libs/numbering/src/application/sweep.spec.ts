import { sweep } from './sweep';

describe('a sweep', () => {
  /** Gives numbers from 0 out, each once. */
  const claimOf = (count: number) => {
    let next = 0;
    const asked: number[] = [];
    const claim = (limit: number) => {
      asked.push(limit);
      const items = Array.from({ length: Math.min(limit, count - next) }, () => next++);
      return Promise.resolve(items);
    };
    return { claim, asked };
  };

  it.each([0, 9, 10, 11, 25])('processes all of %i in batches of ten', async (count) => {
    const seen: number[] = [];
    const { claim, asked } = claimOf(count);
    await expect(sweep(claim, 10, (item) => Promise.resolve(seen.push(item)))).resolves.toBe(count);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(asked).toHaveLength(Math.floor(count / 10) + 1);
  });

  it('processes at most five concurrently', async () => {
    let [running, most] = [0, 0];
    await sweep(claimOf(25).claim, 10, async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    });
    expect(most).toBe(5);
  });

  it('continues after a failure, and rejects at the end with some of the errors and their count', async () => {
    let done = 0;
    const work = (item: number) =>
      item < 12 ? Promise.reject(new Error(`fault ${item}`)) : Promise.resolve((done += 1));
    const swept = sweep(claimOf(25).claim, 10, work);
    await expect(swept).rejects.toThrow('12 of 25 could not be finished.');
    await expect(swept).rejects.toMatchObject({ errors: { length: 10, 0: new Error('fault 0') } });
    expect(done).toBe(13);
  });
});
