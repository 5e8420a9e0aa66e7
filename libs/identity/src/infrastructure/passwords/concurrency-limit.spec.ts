import { setTimeout as pause } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit';

describe('ConcurrencyLimit', () => {
  const open = (limit: number) => {
    const gate = new ConcurrencyLimit(limit);
    const seen = { running: 0, most: 0, order: [] as number[] };
    const work = (index: number) => () =>
      gate.run(async () => {
        seen.order.push(index);
        seen.most = Math.max(seen.most, ++seen.running);
        await pause(2);
        seen.running--;
        if (index % 3 === 0) throw new Error(`${String(index)} failed`);
        return index;
      });
    return { seen, work };
  };

  it.each([1, 3])('runs %i at once in order of arrival, and frees the slot of a failure', async (limit) => {
    const { seen, work } = open(limit);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => work(index)()));
    expect(seen.most).toBe(limit);
    expect(seen.order).toEqual([...Array(12).keys()]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      Array.from({ length: 12 }, (_, index) => index % 3 !== 0),
    );
    await expect(work(1)()).resolves.toBe(1);
  });
});
