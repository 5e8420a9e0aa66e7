import { GroupedCalls } from './grouped-calls';

describe('GroupedCalls', () => {
  const groups: number[][] = [];
  const releases: (() => void)[] = [];
  const grouped = new GroupedCalls(async (calls: readonly number[]) => {
    groups.push([...calls]);
    await new Promise<void>((resolve) => releases.push(resolve));
    if (calls.includes(13)) throw new Error('The statement failed.');
    return calls.map((call) => call * 2);
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const releaseGroups = async (count: number) => {
    for (let released = 0; released < count; released++) {
      releases.shift()?.();
      await turn();
    }
  };
  beforeEach(() => (groups.length = 0));

  it('runs the calls of one turn together, and those made while two groups run together after them', async () => {
    const results = [1, 2].map((call) => grouped.run(call));
    expect(groups).toEqual([]);
    for (const calls of [[3], [4, 5], [6]]) {
      await turn();
      results.push(...calls.map((call) => grouped.run(call)));
    }
    await turn();
    expect(groups).toEqual([[1, 2], [3]]);
    await releaseGroups(1);
    expect(groups).toEqual([[1, 2], [3], [4, 5, 6]]);
    await releaseGroups(2);
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10, 12]);
  });

  it('runs at most 32 calls in a group, and at most two groups at once', async () => {
    const results = Promise.all(Array.from({ length: 66 }, (_, call) => grouped.run(call === 13 ? 0 : call)));
    await turn();
    expect(groups.map((group) => group.length)).toEqual([32, 32]);
    await releaseGroups(3);
    expect(groups.map((group) => group.length)).toEqual([32, 32, 2]);
    expect((await results).at(-1)).toBe(130);
  });

  it('fails every call of a group that fails, and runs the next', async () => {
    const first = grouped.run(1);
    await turn();
    const results = Promise.allSettled([first, ...[12, 13].map((call) => grouped.run(call))]);
    await turn();
    await releaseGroups(2);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const next = grouped.run(4);
    await turn();
    await releaseGroups(1);
    expect(await next).toBe(8);
  });
});
