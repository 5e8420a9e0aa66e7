import { batched } from './batches';

describe('values that are loaded together', () => {
  const asked: (readonly string[])[] = [];
  const load = async (ids: readonly string[]) => {
    asked.push(ids);
    return Promise.resolve(new Map(ids.filter((id) => id !== 'none').map((id) => [id, id.toUpperCase()])));
  };
  beforeEach(() => {
    asked.length = 0;
  });

  it('takes one request for all ids that are asked for at once, each once', async () => {
    const valueOf = batched(load, 10);
    expect(await Promise.all(['a', 'b', 'a', 'none'].map(valueOf))).toEqual(['A', 'B', 'A', null]);
    expect(asked).toEqual([['a', 'b', 'none']]);
  });

  it('takes a request for each so many ids', async () => {
    const valueOf = batched(load, 2);
    expect(await Promise.all(['a', 'b', 'c'].map(valueOf))).toEqual(['A', 'B', 'C']);
    expect(asked).toEqual([['a', 'b'], ['c']]);
  });

  it('loads again what is asked for later, also after a failure', async () => {
    let fails = true;
    const valueOf = batched(async (ids: readonly string[]) => {
      if (fails) throw new Error('The test refuses the call.');
      return load(ids);
    }, 10);
    await expect(valueOf('a')).rejects.toThrow('refuses');
    fails = false;
    expect(await valueOf('a')).toBe('A');
  });
});
