import { setImmediate as turn } from 'node:timers/promises';
import { allDone } from './all-done';

describe('allDone', () => {
  it('waits for the others when one has failed, and throws the first error of the list', async () => {
    const done: string[] = [];
    const late = turn().then(() => done.push('late'));
    const failing = [late, Promise.reject(new Error('first')), Promise.reject(new Error('second'))];
    await expect(allDone(failing)).rejects.toThrow('first');
    expect(done).toEqual(['late']);
  });

  it('returns when all have succeeded', async () => {
    await expect(allDone([Promise.resolve(1), turn()])).resolves.toBeUndefined();
  });
});
