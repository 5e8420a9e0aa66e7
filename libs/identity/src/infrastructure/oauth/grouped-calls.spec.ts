import { GroupedCalls } from './grouped-calls';

describe('GroupedCalls', () => {
  const groups: number[][] = [];
  let release: () => void;
  const grouped = new GroupedCalls(async (calls: readonly number[]) => {
    groups.push([...calls]);
    await new Promise<void>((resolve) => (release = resolve));
    if (calls.includes(13)) throw new Error('The statement failed.');
    return calls.map((call) => call * 2);
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const releaseGroups = async (count: number) => {
    for (let released = 0; released < count; released++) {
      release();
      await turn();
    }
  };
  beforeEach(() => (groups.length = 0));

  it('runs a call alone at once, and those made meanwhile together after it', async () => {
    const results = Promise.all([1, 2, 3].map((call) => grouped.run(call)));
    expect(groups).toEqual([[1]]);
    await releaseGroups(2);
    expect(groups).toEqual([[1], [2, 3]]);
    expect(await results).toEqual([2, 4, 6]);
  });

  it('runs at most 100 calls in a group', async () => {
    const results = Promise.all(Array.from({ length: 202 }, (_, call) => grouped.run(call === 13 ? 0 : call)));
    await releaseGroups(4);
    expect(groups.map((group) => group.length)).toEqual([1, 100, 100, 1]);
    expect((await results).at(-1)).toBe(402);
  });

  it('fails every call of a group that fails, and runs the next', async () => {
    const results = Promise.allSettled([1, 12, 13].map((call) => grouped.run(call)));
    await releaseGroups(2);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const next = grouped.run(4);
    await releaseGroups(1);
    expect(await next).toBe(8);
  });
});
