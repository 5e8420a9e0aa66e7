import { AccountTurns } from './account-turns';

describe('AccountTurns', () => {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const settle = () => new Promise(setImmediate);
  const begin = (turns: AccountTurns, accountId: string, name: string) =>
    turns.run(accountId, () => {
      started.push(name);
      return new Promise<void>((done) => finish.set(name, done));
    });
  const end = async (name: string) => {
    finish.get(name)?.();
    await settle();
  };
  beforeEach(() => started.splice(0));

  it('alternate between the accounts that wait', async () => {
    const turns = new AccountTurns(1, 1, 10);
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => begin(turns, name.charAt(0), name));
    await settle();
    for (let n = 0; n < all.length; n += 1) await end(started.at(-1) ?? '');
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('leave a place to other accounts', async () => {
    const turns = new AccountTurns(3, 2, 10);
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => begin(turns, 'a', name));
    await settle();
    expect(started).toEqual(['a1', 'a2']);
    all.push(begin(turns, 'b', 'b1'));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const name of ['b1', 'a1', 'a2', 'a3', 'a4']) await end(name);
    await Promise.all(all);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('reject with unavailable when too much work of one account waits, and take work of others', async () => {
    const turns = new AccountTurns(1, 1, 2);
    const all = ['a1', 'a2', 'a3'].map((name) => begin(turns, 'a', name));
    const refusal = { code: 'unavailable', retryAfterSeconds: expect.any(Number) };
    await expect(begin(turns, 'a', 'a4')).rejects.toMatchObject(refusal);
    all.push(begin(turns, 'b', 'b1'));
    await settle();
    for (let n = 0; n < all.length; n += 1) await end(started.at(-1) ?? '');
    await Promise.all(all);
    expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('give up the place of work that fails', async () => {
    const turns = new AccountTurns(1, 1, 2);
    await expect(turns.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(turns.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
