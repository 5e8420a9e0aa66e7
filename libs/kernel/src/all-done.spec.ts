import { setImmediate as turn } from 'node:timers/promises';
import { allDone, collectingErrors } from './all-done';

describe('collectingErrors', () => {
  it('goes on after an error, and throws all of them at the end', async () => {
    const done: (number | undefined)[] = [];
    const collected = collectingErrors('numbers are odd', async (attempt) => {
      for (const n of [1, 2, 3, 4])
        done.push(await attempt(() => (n % 2 === 0 ? Promise.resolve(n) : Promise.reject(new Error(String(n))))));
    });
    const error: unknown = await collected.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: '2 numbers are odd.', errors: [{ message: '1' }, { message: '3' }] });
    expect(done).toEqual([undefined, 2, undefined, 4]);
  });

  it('returns what the work returns without an error, and throws an error of the work itself', async () => {
    expect(await collectingErrors('fail', (attempt) => attempt(() => Promise.resolve('done')))).toBe('done');
    await expect(collectingErrors('fail', () => Promise.reject(new Error('list')))).rejects.toThrow('list');
  });
});

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
