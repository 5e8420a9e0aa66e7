import { Argon2PasswordHasher } from './argon2-password-hasher';

describe('Argon2', () => {
  const hasher = new Argon2PasswordHasher();

  it('produces salted Argon2id at the configured cost', async () => {
    const [first, second] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, 'secret')).toBe(true);
    expect(await hasher.verify(first, 'Secret')).toBe(false);
  });

  it('takes as long without a hash, which never matches', async () => {
    const hash = await hasher.hash('secret');
    const lasted = async (compared: string | null) => {
      const begun = performance.now();
      expect(await hasher.verify(compared, 'wrong')).toBe(false);
      return performance.now() - begun;
    };
    const rounds: [number, number][] = [];
    for (let round = 0; round < 15; round++) rounds.push([await lasted(hash), await lasted(null)]);
    // The fastest of each: what else the machine does only adds to a round.
    const ratio = Math.min(...rounds.map(([known]) => known)) / Math.min(...rounds.map(([, unknown]) => unknown));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('does not block the event loop', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 16 }, () => hasher.hash('secret')));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });
});
